import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readForwarding, forwardingPlugin } from './forwarding'

/** A server that trusts these proxies, and what it logs. */
function serverBehind(trustProxy: string | false) {
  const said: string[] = []
  const stream = { write: (line: string) => void said.push(line) }
  const app = Fastify({ trustProxy, logger: { level: 'warn', stream } })
  forwardingPlugin(app)
  app.get('/', async (request) => readForwarding(request))
  return { app, said }
}

const call = (remoteAddress: string, caller?: string) => ({
  remoteAddress,
  url: '/',
  headers: caller === undefined ? {} : { 'x-forwarded-for': caller },
})

test.each([
  [false, '127.0.0.1', undefined, 'none'],
  [false, '127.0.0.1', '203.0.113.7', 'untrusted'],
  ['127.0.0.1', '127.0.0.1', '203.0.113.7', 'trusted'],
  ['127.0.0.1', '::1', '203.0.113.7', 'untrusted'],
  ['loopback', '::1', '203.0.113.7', 'trusted'],
] as const)(
  'with TRUST_PROXY=%s the proxy %s that names the caller %s is: %s',
  async (trusted, proxy, caller, expected) => {
    expect((await serverBehind(trusted).app.inject(call(proxy, caller))).body).toBe(expected)
  },
)

test('a proxy that is not trusted is said once, without an address', async () => {
  const { app, said } = serverBehind('127.0.0.1')
  await app.inject(call('127.0.0.1', '203.0.113.7'))
  expect(said).toEqual([])
  for (let index = 0; index < 3; index++) await app.inject(call('::1', '203.0.113.7'))
  expect(said).toEqual([expect.stringContaining('set TRUST_PROXY to its address')])
  expect(said[0]).not.toContain('203.0.113.7')
})
