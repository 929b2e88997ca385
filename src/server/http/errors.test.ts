import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { errorsPlugin } from './errors'

/** The answer to a request during which this happens. */
async function answerTo(happens: () => Promise<unknown>) {
  const app = Fastify()
  errorsPlugin(app, { dataFolder: '/nowhere' })
  app.get('/', happens)
  return app.inject('/')
}

const ended = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })

test.each<[string, () => Promise<unknown>]>([
  // Nothing listens on port 1.
  ['does not listen', async () => once(connect(1, '127.0.0.1'), 'connect')],
  ['ends in the middle of a query', async () => Promise.reject(new Error('Failed query: select 1', { cause: ended }))],
  ['breaks the connection', async () => Promise.reject(new Error('Connection terminated unexpectedly'))],
])('while PostgreSQL %s, people are asked to try again later', async (_what, happens) => {
  const answer = await answerTo(happens)
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '30',
    { code: 'unavailable', detail: "Doorstep's records do not answer at the moment. Wait a minute and try again." },
  ])
})

test('an error of our own is no such thing', async () => {
  expect(
    (await answerTo(async () => Promise.reject(Object.assign(new Error('broken'), { code: '23505' })))).statusCode,
  ).toBe(500)
})

test.each([
  ['whose caller has left in the middle', true, []],
  ['that broke off by itself', false, [expect.stringContaining('The request failed')]],
])('an answer %s', async (_what, leaves, logged) => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  onTestFinished(() => app.close())
  errorsPlugin(app, { dataFolder: '/nowhere' })
  const answered = new Promise<void>((resolve) => {
    app.addHook('onSend', async () => resolve())
  })
  app.get('/', async (_request, reply) => {
    if (leaves) {
      caller.destroy()
      await once(reply.raw, 'close')
    }
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  const caller = connect(port, '127.0.0.1').on('error', () => {})
  caller.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  await answered
  expect(lines).toEqual(logged)
})
