import type { FastifyInstance } from 'fastify'
import type { IssuerFetch } from '../../clients/oidc'

/** In-process: the public address may be unreachable from here. */
export function inProcessFetch(app: FastifyInstance, publicUrl: string): IssuerFetch {
  const own = `${publicUrl}/oidc/`
  return async (url, options) => {
    if (!url.startsWith(own)) return fetch(url, options)
    const { body } = options
    const answer = await app.inject({
      method: options.method,
      url: url.slice(new URL(url).origin.length),
      headers: options.headers,
      ...(body ? { payload: await new Response(body).text() } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value))
    return new Response([204, 304].includes(answer.statusCode) ? null : answer.rawPayload, {
      status: answer.statusCode,
      headers,
    })
  }
}
