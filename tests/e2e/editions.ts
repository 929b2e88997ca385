/**
 * Two versions of Doorstep at one address: the built product as it is ("today"), and the same with every file of its
 * code under another name ("yesterday"), which is what a deploy changes for a browser. Everything else is handed on to
 * the server under test, whose session cookie counts here too: cookies know hosts, not ports.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Editions {
  /** Where it answers. */
  readonly url: string
  /** Which version is deployed. */
  edition: 'yesterday' | 'today'
  /** Whether today's code is cut off, as by a proxy that lets its list through and not its files. */
  isCut: boolean
  stop: () => Promise<void>
}

const MARK = 'yesterday-'
/** Of the connection, not of the message; and what would have a browser believe that the two versions are one. */
const NOT_ASKED = ['host', 'connection', 'content-length', 'accept-encoding', 'if-none-match', 'if-modified-since']
const NOT_ANSWERED = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'etag',
  'last-modified',
]

export async function startEditions(target: string): Promise<Editions> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(502).end(String(error))
    })
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')

  const editions: Editions = {
    url: `http://localhost:${address.port}`,
    edition: 'yesterday',
    isCut: false,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isYesterday = editions.edition === 'yesterday'
    const path = isYesterday ? (request.url ?? '/').replace(`/assets/${MARK}`, '/assets/') : (request.url ?? '/')
    if (editions.isCut && path.startsWith('/assets/') && !path.includes(MARK)) return void response.writeHead(503).end()
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array))
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !NOT_ASKED.includes(name)) headers.set(name, value)
    }
    if (headers.has('origin')) headers.set('origin', target)
    const reply = await fetch(target + path, {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}),
    })
    const type = reply.headers.get('content-type') ?? ''
    for (const [name, value] of reply.headers) {
      if (!NOT_ANSWERED.includes(name)) response.setHeader(name, value)
    }
    // A browser's own cache forgets when it likes: here always, so that what a deploy removed is gone.
    response.setHeader('cache-control', 'no-store')
    const isCode = /html|javascript/.test(type)
    response.writeHead(reply.status)
    if (isYesterday && isCode) response.end(asYesterday(await reply.text()))
    else response.end(Buffer.from(await reply.arrayBuffer()))
  }
  return editions
}

/**
 * Every script of the build under its name of yesterday, wherever it is named; and what names them of another revision,
 * without the integrity of what they were.
 */
const asYesterday = (text: string): string =>
  text
    .replaceAll(/(assets\/|\.\/)([\w.~-]+-[\w-]{8}\.js)/g, `$1${MARK}$2`)
    .replaceAll(/("?revision"?:\s*["`'])(?=[0-9a-f]{8})/g, `$1${MARK}`)
    .replaceAll(/("?integrity"?:\s*["'`])sha256-[\w+/=]+/g, '$1')

/** Which version a page's code is of. */
export const isYesterdays = (scripts: readonly string[]): boolean => scripts.some((address) => address.includes(MARK))
