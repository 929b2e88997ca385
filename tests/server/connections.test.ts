import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from './harness/server'

/** Ends in seconds what goes on for ever. A busy machine stops for a second where nothing is wrong. */
let hasty: TestServer
/** Has the product's own limits. */
let server: TestServer
const open = new Set<Socket>()

beforeAll(async () => {
  hasty = await startServer('embedded', {}, { headers: 3_000, request: 5_000, idle: 60_000, checkEvery: 50 })
  server = await startServer('embedded')
  for (const { app } of [hasty, server]) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const socket of open) socket.destroy()
  open.clear()
})
afterAll(async () => {
  await hasty.close()
  await server.close()
})

/** A server listens on an address of the network, not on a pipe. */
const portOf = ({ app }: TestServer) => (app.server.address() as AddressInfo).port

/** A connection that says this at once. */
function saying(to: TestServer, words: string): Socket {
  const socket = connect({ port: portOf(to), host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write(words)
  open.add(socket)
  return socket
}

/** Goes on a byte at a time until the other end closes. What was answered may be lost to the bytes that are under way. */
async function drip(socket: Socket): Promise<void> {
  const timer = setInterval(() => socket.write('a'), 20)
  try {
    await new Promise((resolve) => socket.resume().once('close', resolve))
  } finally {
    clearInterval(timer)
  }
}

const health = async () => (await fetch(`http://127.0.0.1:${portOf(hasty)}/health`)).status

/** An answer that never met a route, as the rest are: JSON in words, with the security headers. */
function expectWords(answer: string, status: number, detail: RegExp): void {
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
  expect(answer).toContain("content-security-policy: default-src 'none'")
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(answer).toContain('cache-control: no-store')
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    code: expect.any(String) as string,
    detail: expect.stringMatching(detail) as string,
  })
}

test('headers that come a byte at a time on many connections are ended, and others are answered meanwhile', async () => {
  const slow = Array.from({ length: 20 }, () => drip(saying(hasty, 'GET /health HTTP/1.1\r\nhost: a\r\nx-slow: ')))
  expect(await health()).toBe(200)
  await Promise.all(slow)
})

test('a body that comes a byte at a time is ended, and is no fault of the server', async () => {
  const { cookie, origin } = await hasty.signedIn('admin')
  const head = `POST /api/temporary-csv HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\norigin: ${origin}\r\ncookie: ${cookie}\r\n\r\n`
  const slow = Array.from({ length: 20 }, () => drip(saying(hasty, `${head}"`)))
  expect(await health()).toBe(200)
  await Promise.all(slow)
  expect(await health()).toBe(200)
  expect(hasty.log.join('')).not.toContain('The request failed')
})

test('headers that never end are ended in words', async () => {
  expectWords(await text(saying(hasty, 'GET /health HTTP/1.1\r\n')), 408, /took too long/)
})

test.each([
  [
    'headers that are too long',
    `GET /health HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    /cookies are too long/,
  ],
  [
    'an address that is too long',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    431,
    /address or the cookies/,
  ],
  ['no HTTP', 'EHLO mail\r\n\r\n', 400, /could not be read/],
  [
    'two lengths',
    'POST /health HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
    400,
    /could not be read/,
  ],
  [
    'a length and chunks',
    'POST /health HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    /could not be read/,
  ],
  ['a line break in a header', 'GET /health HTTP/1.1\r\nhost: a\r\nx: a\rb\r\n\r\n', 400, /could not be read/],
])('%s: refused in words, with the security headers', async (_what, words, status, detail) => {
  expectWords(await text(saying(server, words)), status, detail)
})
