import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { createCalculatorClient } from './calculator'

let server: Server | undefined
afterEach(() => server?.close())

/** A calculator that answers with these statuses in turn, and what it was sent. */
async function calculatorAnswering(...statuses: number[]) {
  const taken: { headers: IncomingHttpHeaders; body: string }[] = []
  const listening = createServer((request, response) => {
    void text(request).then((body) => {
      taken.push({ headers: request.headers, body })
      response.writeHead(statuses[taken.length - 1] ?? 500, { location: 'http://localhost:9/elsewhere' }).end()
    })
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/households`
  const wait = vi.fn(async () => {})
  return { taken, wait, client: createCalculatorClient({ url, secret: 'shared' }, wait) }
}

const batch = { idempotencyKey: 'job-1', body: '{"households":[]}' }

test('a batch is signed over its time and body, and carries its key', async () => {
  const { taken, client } = await calculatorAnswering(200)
  await client.deliver(batch)
  const [sent] = taken
  const timestamp = String(sent?.headers['x-doorstep-timestamp'])
  const signature = createHmac('sha256', 'shared').update(`${timestamp}.${batch.body}`).digest('hex')
  expect(sent?.headers['x-doorstep-signature']).toBe(`sha256=${signature}`)
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  expect(sent?.headers['idempotency-key']).toBe('job-1')
  expect(sent?.body).toBe(batch.body)
})

test('a batch that was not taken is sent again with the same key, after longer and longer waits', async () => {
  const { taken, wait, client } = await calculatorAnswering(503, 429, 202)
  await client.deliver(batch)
  expect(taken.map((each) => each.headers['idempotency-key'])).toEqual(['job-1', 'job-1', 'job-1'])
  expect(wait.mock.calls).toEqual([[500], [2_000]])
})

test('a calculator that takes nothing is an error without the households', async () => {
  const { client } = await calculatorAnswering(500, 500, 500)
  await expect(client.deliver(batch)).rejects.toThrow('The calculator did not take the households: it answered 500.')
})

test('households are not sent on to another address', async () => {
  const { taken, client } = await calculatorAnswering(307, 307, 307)
  await expect(client.deliver(batch)).rejects.toThrow(/did not take/)
  expect(taken).toHaveLength(3)
})
