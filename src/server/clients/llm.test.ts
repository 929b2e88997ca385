import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createModelClient, ModelFailed } from './llm'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Time is no limit where a test is not about time. */
const LIMITS = { silence: 60_000, whole: 60_000, characters: 500, bytes: 50_000 }
const IMPATIENT = { ...LIMITS, silence: 200 }

async function modelThat(answers: (response: ServerResponse, asked: string) => void, limits = LIMITS) {
  server = createServer((request, response) => {
    let asked = ''
    request.on('data', (piece: Buffer) => (asked += piece.toString()))
    request.on('end', () => answers(response, asked))
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return createModelClient({ url: `http://localhost:${address.port}/v1`, model: 'small', key: 'secret' }, limits)
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

async function written(client: Awaited<ReturnType<typeof modelThat>>, signal = new AbortController().signal) {
  let text = ''
  for await (const piece of client.write([{ role: 'user', content: 'Hello' }], signal)) text += piece
  return text
}

test('what the model streams comes piece by piece, asked for with the name and messages given', async () => {
  let seen: unknown
  const client = await modelThat((response, asked) => {
    seen = JSON.parse(asked)
    begin(response).end(`${chunk('Pension ')}${chunk('Credit')}data: [DONE]\n\n`)
  })
  expect(await written(client)).toBe('Pension Credit')
  expect(seen).toMatchObject({ model: 'small', stream: true, messages: [{ role: 'user', content: 'Hello' }] })
})

test.each<[string, (response: ServerResponse) => void]>([
  ['answers nothing', (response) => void begin(response).end('data: [DONE]\n\n')],
  ['answers an empty body', (response) => void begin(response).end()],
  ['answers broken JSON', (response) => void begin(response).end('data: {"choices": [\n\n')],
  ['answers JSON of another shape', (response) => void begin(response).end('data: {"hello": 1}\n\n')],
  ['writes without end', (response) => void begin(response).end(chunk('word '.repeat(50)).repeat(20))],
  ['answers 10 MB', (response) => void begin(response).end(`data: "${'x'.repeat(10_000_000)}"\n\n`)],
  ['answers 500', (response) => void response.writeHead(500).end('oh no')],
  ['sends elsewhere', (response) => void response.writeHead(302, { location: 'http://elsewhere.example' }).end()],
  ['closes the line', (response) => response.destroy()],
])('a model that %s has failed', async (_what, answers) => {
  const client = await modelThat(answers)
  await expect(written(client)).rejects.toBeInstanceOf(ModelFailed)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['before its answer', () => {}],
  ['in its answer', (response) => void begin(response).write(chunk('Pension'))],
])('a model that hangs %s has failed', async (_when, answers) => {
  await expect(written(await modelThat(answers, IMPATIENT))).rejects.toBeInstanceOf(ModelFailed)
})

test('a caller who gives up ends it at once', async () => {
  const client = await modelThat((response) => void begin(response).write(chunk('Pension')))
  const controller = new AbortController()
  const writing = written(client, controller.signal)
  controller.abort(new Error('Stopped'))
  await expect(writing).rejects.toThrow('Stopped')
})
