import type { FastifyInstance, LightMyRequestResponse as Response } from 'fastify'

interface Cookie {
  readonly value: string
  readonly path: string
}

/** Enough of a browser to sign in with: cookies by path, same-origin headers, redirects followed one at a time. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>()

  constructor(
    private readonly app: FastifyInstance,
    readonly origin: string,
  ) {}

  get(url: string): Promise<Response> {
    return this.#send('GET', url)
  }

  post(url: string, form: Record<string, string>): Promise<Response> {
    return this.#send('POST', url, new URLSearchParams(form).toString())
  }

  /** Follows redirects within the site; `until` stops before an address that it accepts. */
  async follow(
    response: Response,
    until: (url: URL) => boolean = () => false,
  ): Promise<{ response: Response; url: URL | undefined }> {
    let current = response
    for (let hops = 0; hops < 10; hops++) {
      const { location } = current.headers
      if (typeof location !== 'string') return { response: current, url: undefined }
      const url = new URL(location, this.origin)
      if (until(url)) return { response: current, url }
      current = await this.get(url.href)
    }
    throw new Error('Too many redirects.')
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.entries()].find(([key]) => key.startsWith(`${name};`))?.[1].value
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()].map((key) => key.split(';')[0] ?? '')
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(`${name};/`, { value, path: '/' })
  }

  async #send(method: 'GET' | 'POST', address: string, payload?: string): Promise<Response> {
    const url = new URL(address, this.origin)
    const cookie = [...this.#cookies.entries()]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(';')[0]}=${value}`)
      .join('; ')
    const response = await this.app.inject({
      method,
      url: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: 'text/html',
        ...(cookie ? { cookie } : {}),
        ...(payload === undefined
          ? {}
          : {
              'content-type': 'application/x-www-form-urlencoded',
              origin: this.origin,
              'sec-fetch-site': 'same-origin',
            }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    this.#keep(response)
    return response
  }

  #keep(response: Response): void {
    for (const { name, value, path = '/', maxAge, expires } of response.cookies) {
      const key = `${name};${path}`
      const isOver = maxAge === 0 || (expires !== undefined && new Date(expires).getTime() < Date.now())
      if (isOver) this.#cookies.delete(key)
      else this.#cookies.set(key, { value, path })
    }
  }
}
