import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ARROW_MEDIA_TYPE, endpoint } from '#contract/endpoint'
import { getSessionUser, PERSON_HEADER } from '#contract/organisations/session'
import { SILENCE_LIMIT } from './body'
import { call, callArrow, callFile } from './call'
import { NetworkFailure, Offline, Outdated, Refused, SignedOut, isAborted } from './errors'
import { fakeServer } from '../testing/fakeServer'
import { onSignedOut } from './endSession'
import { onAnotherPerson, releasePerson } from './samePerson'

const getThing = endpoint({
  name: 'getThing',
  method: 'GET',
  path: '/api/thing',
  summary: 'A thing.',
  query: z.object({ query: z.string().optional(), limit: z.number().optional() }),
  reply: z.object({ size: z.number() }),
})
const postThing = endpoint({
  name: 'postThing',
  method: 'POST',
  path: '/api/thing',
  summary: 'Keeps a thing.',
  body: z.object({ size: z.number() }),
  reply: z.string(),
})

afterEach(() => {
  onSignedOut(() => {})
  vi.useRealTimers()
})

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('expected a failure')
    },
    (error: unknown) => error,
  )

test('sends cookies and JSON', async () => {
  const seen = fakeServer({ '/api/thing': { json: 'kept' } })
  await expect(call(postThing, { body: { size: 3 } })).resolves.toBe('kept')
  expect(seen[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  })
  expect(seen[0]?.body).toEqual({ size: 3 })
})

test('sends the key of an idempotent call, and the types ask for one there alone', async () => {
  const postOnce = endpoint({ ...postThing, idempotent: true })
  const seen = fakeServer({ '/api/thing': { json: 'kept' } })
  await call(postOnce, { body: { size: 3 }, idempotencyKey: 'a-key-of-this-test' })
  expect(new Headers(seen[0]?.init.headers).get('idempotency-key')).toBe('a-key-of-this-test')
  await call(postThing, { body: { size: 3 } })
  expect(new Headers(seen[1]?.init.headers).has('idempotency-key')).toBe(false)
  const key = { idempotencyKey: 'a-key-of-this-test' }
  // @ts-expect-error an idempotent call needs a key
  void (() => call(postOnce, { body: { size: 3 } }))
  // @ts-expect-error no other call takes one
  void (() => call(postThing, { body: { size: 3 }, ...key }))
})

test('sends the query, without what is undefined', async () => {
  const seen = fakeServer({ '/api/thing': { json: { size: 1 } } })
  await call(getThing, { query: { query: 'NMR & 7', limit: undefined } })
  expect(seen[0]?.path).toBe('/api/thing?query=NMR+%26+7')
})

test('parses the reply and drops what the contract does not know', async () => {
  fakeServer({ '/api/thing': { json: { size: 1, secret: 'x' } } })
  await expect(call(getThing, { query: {} })).resolves.toEqual({ size: 1 })
})

test('takes a text reply that comes as text', async () => {
  fakeServer({ '/api/thing': { text: '1,204 households sent to the calculator' } })
  await expect(call(postThing, { body: { size: 1 } })).resolves.toBe('1,204 households sent to the calculator')
})

test.each([
  ["a captive portal's page", { text: '<html>', type: 'text/html' }],
  ['half of it', { text: '{"size": ', type: 'application/json' }],
  ['nothing', { text: '', type: 'application/json' }],
])('a reply that is not JSON (%s) is a fault of the connection, which can be tried again', async (_, answer) => {
  fakeServer({ '/api/thing': answer })
  const error = await failure(call(getThing, { query: {} }))
  expect(error).toBeInstanceOf(NetworkFailure)
  expect(error).toHaveProperty('message', expect.stringContaining('did not arrive whole'))
})

test('a reply of another shape is outdated, in readable words', async () => {
  fakeServer({ '/api/thing': { json: { size: 'large' } } })
  const error = await failure(call(getThing, { query: {} }))
  expect(error).toBeInstanceOf(Outdated)
  expect(error).toHaveProperty(
    'message',
    'Doorstep has been updated since this page was opened. Reload the page and try again.',
  )
})

test("403 reads 'unauthorized' whatever the detail says", async () => {
  fakeServer({ '/api/thing': { json: { detail: 'Not for viewers', code: 'no' }, status: 403 } })
  await expect(call(getThing, { query: {} })).rejects.toThrow(/^unauthorized$/)
})

test('a refusal in fewer words than the server uses keeps them', async () => {
  fakeServer({ '/api/thing': { json: { detail: 'The gateway is being repaired until noon.' }, status: 409 } })
  expect(await failure(call(getThing, { query: {} }))).toMatchObject({
    status: 409,
    message: 'The gateway is being repaired until noon.',
    code: '',
  })
})

test('names the first person it was for, and hears that the session is another’s', async () => {
  const seen = fakeServer({
    '/api/session/user': { json: {}, headers: { [PERSON_HEADER]: 'the first' } },
    '/api/thing': { json: { detail: 'Somebody else', code: 'another_person' }, status: 409 },
  })
  const happens = vi.fn()
  onAnotherPerson(happens)
  await failure(call(getSessionUser))
  await failure(call(getThing, { query: {} }))
  const names = () => seen.map(({ init }) => new Headers(init.headers).get(PERSON_HEADER))
  expect(names()).toEqual([null, 'the first'])
  const takeBack = releasePerson()
  await failure(call(getThing, { query: {} }))
  expect(happens).toHaveBeenCalledOnce()
  takeBack()
  await failure(call(getThing, { query: {} }))
  expect(names().slice(2)).toEqual([null, 'the first'])
  expect(happens).toHaveBeenCalledTimes(2)
})

test('any other refusal reads its detail, and keeps code and fields', async () => {
  fakeServer({
    '/api/thing': { json: { detail: 'Too large', code: 'invalid_input', fields: { size: 'Too large' } }, status: 422 },
  })
  const error = await failure(call(getThing, { query: {} }))
  expect(error).toBeInstanceOf(Refused)
  expect(error).toMatchObject({
    message: 'Too large',
    status: 422,
    code: 'invalid_input',
    fields: { size: 'Too large' },
  })
})

test.each([
  ['without a body', { text: '', status: 500 }],
  ["with a proxy's page", { text: '<h1>Bad gateway</h1>', status: 502, type: 'text/html' }],
  ['with an empty detail', { json: { detail: '', code: 'x' }, status: 500 }],
])("a failure %s reads 'An error occurred'", async (_, answer) => {
  fakeServer({ '/api/thing': answer })
  await expect(call(getThing, { query: {} })).rejects.toThrow(/^An error occurred$/)
})

test('401 notifies the listener, and is an error of its own', async () => {
  const listener = vi.fn()
  onSignedOut(listener)
  fakeServer({ '/api/thing': { json: { detail: 'You are not signed in.', code: 'not_signed_in' }, status: 401 } })
  expect(await failure(call(getThing, { query: {} }))).toBeInstanceOf(SignedOut)
  expect(listener).toHaveBeenCalledOnce()
})

test('a network failure is not a 401: the listener is not called, and it says to try again', async () => {
  const listener = vi.fn()
  onSignedOut(listener)
  fakeServer({ '/api/thing': { fails: new TypeError('Failed to fetch') } })
  const error = await failure(call(getThing, { query: {} }))
  expect(error).toBeInstanceOf(NetworkFailure)
  expect(error).toHaveProperty('message', 'Doorstep could not be reached. Check your connection and try again.')
  expect(listener).not.toHaveBeenCalled()
})

test('without a network it is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeServer({ '/api/thing': { fails: new TypeError('Failed to fetch') } })
  expect(await failure(call(getThing, { query: {} }))).toBeInstanceOf(Offline)
})

test('a call given up is an abort, which callers ignore', async () => {
  const controller = new AbortController()
  hangingServer()
  const failed = failure(call(getThing, { query: {}, signal: controller.signal }))
  controller.abort()
  expect(isAborted(await failed)).toBe(true)
})

test('a call given up before it began is not sent', async () => {
  const seen = fakeServer({})
  const failed = await failure(call(getThing, { query: {}, signal: AbortSignal.abort() }))
  expect(isAborted(failed)).toBe(true)
  expect(seen).toEqual([])
})

test('a call that stays unanswered is given up, though there is a connection', async () => {
  vi.useFakeTimers()
  hangingServer()
  const failed = failure(call(getThing, { query: {} }))
  await vi.advanceTimersByTimeAsync(SILENCE_LIMIT)
  expect(await failed).toHaveProperty(
    'message',
    'Doorstep did not answer in time. Check your connection and try again.',
  )
})

test('an answer may take long as long as it keeps coming', async () => {
  vi.useFakeTimers()
  const pieces = ['{"si', 'ze"', ':1}']
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece === undefined) {
        controller.close()
        return
      }
      // oxlint-disable-next-line house/patient-test -- the server's time, on a clock that the test moves
      await new Promise((resolve) => setTimeout(resolve, SILENCE_LIMIT - 1))
      controller.enqueue(new TextEncoder().encode(piece))
    },
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) =>
    path === '/health' ? Response.json({ status: 'ready' }) : new Response(stream),
  )
  const answered = call(getThing, { query: {} })
  await vi.advanceTimersByTimeAsync(SILENCE_LIMIT * 3)
  await expect(answered).resolves.toEqual({ size: 1 })
})

test('asks for Arrow, and takes nothing else', async () => {
  const seen = fakeServer({ '/api/thing': { text: 'ARROW1', type: ARROW_MEDIA_TYPE } })
  const buffer = await callArrow(postThing, { body: { size: 1 } })
  expect(new TextDecoder().decode(buffer)).toBe('ARROW1')
  expect(seen[0]?.init.headers).toMatchObject({ accept: ARROW_MEDIA_TYPE })

  fakeServer({ '/api/thing': { json: {} } })
  expect(await failure(callArrow(postThing, { body: { size: 1 } }))).toBeInstanceOf(Outdated)
})

test('gives a file with the name that the server gave it', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    new Response('a,b\n', {
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="households.csv"' },
    }),
  )
  const file = await callFile(postThing, { body: { size: 1 } })
  expect(file.name).toBe('households.csv')
  expect(file.blob.size).toBe(4)
})

/** Answers nothing but probes, and rejects when aborted, as fetch does. */
function hangingServer() {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (path === '/health') return Response.json({ status: 'ready' })
    return new Promise((_resolve, reject: (reason: unknown) => void) => {
      const signal = init?.signal
      signal?.addEventListener('abort', () => {
        const reason: unknown = signal.reason
        reject(reason)
      })
    })
  })
}
