import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { fetchWithin } from './fetchWithin'

const LONG = 60_000

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return `http://localhost:${address.port}/`
}

const stopsInItsBody: RequestListener = (_request, response) => void response.writeHead(200).write('{"id":')

/** As often as a busy server does at worst. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const timer = setInterval(() => void runInNewContext('gc()'), 3)
  onTestFinished(() => clearInterval(timer))
}

test('a body that stops ends at the time limit, whatever garbage is collected meanwhile', async () => {
  const url = await serverThat(stopsInItsBody)
  collectGarbage()
  const reads = Array.from({ length: 10 }, async () => (await fetchWithin(100, fetch, url)).text())
  for (const read of await Promise.allSettled(reads)) {
    expect(read).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
  }
})

test('a body that stops ends with the caller’s signal, whatever garbage is collected meanwhile', async () => {
  const url = await serverThat(stopsInItsBody)
  collectGarbage()
  const giveUp = new AbortController()
  const signal = () => AbortSignal.any([giveUp.signal, new AbortController().signal])
  const reads = Array.from({ length: 10 }, async () => {
    const response = await fetchWithin(LONG, fetch, url, { signal: signal() })
    setTimeout(() => giveUp.abort(new Error('Stopped')), 100)
    return response.text()
  })
  for (const read of await Promise.allSettled(reads)) {
    expect(read).toMatchObject({ status: 'rejected', reason: { message: 'Stopped' } })
  }
})

test('a caller who has given up asks nothing', async () => {
  let asked = 0
  const url = await serverThat((_request, response) => void response.end(String(++asked)))
  const signal = AbortSignal.abort(new Error('Stopped'))
  await expect(fetchWithin(LONG, fetch, url, { signal })).rejects.toThrow('Stopped')
  expect(asked).toBe(0)
})

test('an answer comes whole, with its status and headers, and without a body too', async () => {
  const url = await serverThat((request, response) => {
    if (request.method === 'DELETE') response.writeHead(204).end()
    else response.writeHead(201, { 'x-kind': 'text' }).end('å'.repeat(100_000))
  })
  const response = await fetchWithin(LONG, fetch, url)
  expect([response.status, response.headers.get('x-kind')]).toEqual([201, 'text'])
  expect(await response.text()).toBe('å'.repeat(100_000))
  expect((await fetchWithin(LONG, fetch, url, { method: 'DELETE' })).status).toBe(204)
})

test('a redirect is not followed', async () => {
  const url = await serverThat(
    (_request, response) => void response.writeHead(302, { location: 'http://elsewhere.example' }).end(),
  )
  await expect(fetchWithin(LONG, fetch, url)).rejects.toThrow()
})
