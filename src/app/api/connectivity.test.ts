import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteFilterTemplate, getFilterTemplateValues } from '#contract/households/filterTemplates'
import {
  isInterceptedAtom,
  isUnresponsiveAtom,
  onlineAtom,
  probeAgain,
  probeNow,
  setAsking,
  setOnline,
} from '../state/connectivity'
import { appStore } from '../state/store'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { call } from './call'
import { SILENCE } from './silence'
import { forgetNetworkAddress, openFromNetwork } from './networkAddress'
import { Intercepted, Offline } from './errors'
import { withRetries } from './retry'

const VALUES = getFilterTemplateValues.path
const gone = { fails: new TypeError('Failed to fetch') }
const askValues = () => call(getFilterTemplateValues, { body: { template_id: 1 } })

/** The browser's own word on whether there is a network. */
const browserSays = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

afterEach(() => {
  vi.useRealTimers()
  setOnline(true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('while the browser believes that there is no network, nothing goes out but one probe, whatever is asked for', async () => {
  const seen = fakeServer({ [VALUES]: { json: [] }, '/health': gone })
  browserSays(false)
  await Promise.all([1, 2, 3].map(() => expect(askValues()).rejects.toThrow(Offline)))
  expect(seen.map(({ path }) => path)).toEqual(['/health'])
})

test('when the probe finds the server all the same, what was asked for is asked', async () => {
  const seen = fakeServer({ [VALUES]: { json: [] }, '/health': { json: { status: 'ready' } } })
  browserSays(false)
  await expect(askValues()).resolves.toEqual([])
  expect(seen.map(({ path }) => path)).toEqual(['/health', VALUES])
})

test('a call without an answer has the server probed, and none leaves after it, not even the same again', async () => {
  const seen = fakeServer({ [VALUES]: gone, '/health': gone })
  await expect(withRetries(askValues)).rejects.toThrow(Offline)
  await expect(askValues()).rejects.toThrow(Offline)
  expect(seen.map(({ path }) => path)).toEqual([VALUES, '/health'])
})

test('a page that was held up listens again before it calls the connection unresponsive', async () => {
  vi.useFakeTimers()
  const seen: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => seen.push(() => resolve(Response.json({ status: 'ready' })))))
  const probed = probeNow()
  // A large file kept this page busy: its timer fires before what had come in is read.
  vi.setSystemTime(Date.now() + 10_000)
  await vi.advanceTimersByTimeAsync(SILENCE)
  seen.forEach((answer) => answer())
  await expect(probed).resolves.toBe(true)
  expect(appStore.get(onlineAtom)).toBe(true)
})

test.each([
  ['redirects elsewhere', { type: 'opaqueredirect', status: 0, headers: new Headers() }, Intercepted],
  ['shows a page', new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } }), Intercepted],
  [
    'refuses with a page',
    new Response('<p>Sign in', { status: 403, headers: { 'content-type': 'text/html' } }),
    Intercepted,
  ],
  [
    'asks for a sign-in to the network',
    new Response('', { status: 511, headers: { 'content-type': 'text/html' } }),
    Intercepted,
  ],
  [
    'says that the server is away',
    new Response('', { status: 502, headers: { 'content-type': 'text/html' } }),
    Offline,
  ],
])('where a proxy before the server %s, that is told from silence', async (_, answer, kind) => {
  const asked: RequestInit[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(init)
    return answer
  })
  await expect(probeNow()).resolves.toBe(false)
  expect(asked[0]?.redirect).toBe('manual')
  expect(appStore.get(isInterceptedAtom)).toBe(kind === Intercepted)
  const error: unknown = await askValues().catch((reason: unknown) => reason)
  expect([error instanceof Offline, error instanceof Intercepted]).toEqual([true, kind === Intercepted])
  fakeServer({ '/health': { json: { status: 'ready' } } })
  await expect(probeNow()).resolves.toBe(true)
  expect(appStore.get(isInterceptedAtom)).toBe(false)
})

test('the way to the network keeps the address, and is forgotten once the page is there', () => {
  window.history.replaceState(null, '', '/replies?view=list')
  const assign = vi.fn()
  vi.stubGlobal('location', { href: window.location.href, assign })
  openFromNetwork()
  vi.unstubAllGlobals()
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/\/replies\?view=list&from-the-network=1$/))
  window.history.replaceState(null, '', String(assign.mock.lastCall?.[0]))
  forgetNetworkAddress()
  expect(window.location.pathname + window.location.search).toBe('/replies?view=list')
  window.history.replaceState(null, '', '/')
})

test('offline nothing is sent', async () => {
  const seen = fakeServer({})
  setOnline(false)
  await expect(askValues()).rejects.toThrow(Offline)
  expect(seen).toEqual([])
})

test('what is asked before anybody knows waits for the probe, and leaves only when it is answered', async () => {
  const answers = { [VALUES]: { json: [] }, '/health': gone as FakeAnswer }
  const seen = fakeServer(answers)
  setAsking()
  await expect(askValues()).rejects.toThrow(Offline)
  answers['/health'] = { json: { status: 'ready' } }
  setAsking()
  await expect(askValues()).resolves.toEqual([])
  expect(seen.map(({ path }) => path)).toEqual(['/health', '/health', VALUES])
})

test('an answer from before the connection was lost says nothing of it now', async () => {
  const answers = { '/health': { json: { status: 'ready' } } as FakeAnswer }
  const seen = fakeServer(answers)
  const before = probeNow()
  answers['/health'] = gone
  await expect(probeAgain()).resolves.toBe(false)
  await expect(before).resolves.toBe(true)
  expect(seen.map(({ path }) => path)).toEqual(['/health', '/health'])
})

describe('a line that is there but silent', () => {
  beforeEach(() => vi.useFakeTimers())
  // A probe of one test must not be joined by the next.
  afterEach(async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ status: 'ready' }))
    await vi.advanceTimersByTimeAsync(SILENCE)
  })

  /** Answers what `says` has something for, and nothing else ever. */
  function silentServer(says: (path: string) => Response | undefined = () => undefined) {
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (path, init) =>
        new Promise((resolve, reject) => {
          const answer = typeof path === 'string' ? says(path) : undefined
          if (answer) resolve(answer)
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
        }),
    )
  }

  test('is noticed within 3 s of a read, which gives up', async () => {
    silentServer()
    const failed = expect(askValues()).rejects.toThrow(Offline)
    await vi.advanceTimersByTimeAsync(3_000)
    await failed
    expect(appStore.get(onlineAtom)).toBe(false)
  })

  test('is never called offline, until the connection is refused', async () => {
    silentServer()
    const failed = expect(askValues()).rejects.toThrow('Doorstep does not answer.')
    await vi.advanceTimersByTimeAsync(3_000)
    await failed
    expect(appStore.get(isUnresponsiveAtom)).toBe(true)
    await expect(askValues()).rejects.toThrow('Doorstep does not answer.')
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await probeNow()
    expect(appStore.get(isUnresponsiveAtom)).toBe(false)
    await expect(askValues()).rejects.toThrow('You are offline.')
  })

  test('never makes a change give up: it may have been made', async () => {
    silentServer()
    const settled = vi.fn()
    call(deleteFilterTemplate, { body: { template_id: 1 }, idempotencyKey: 'a-key-of-this-test' }).then(
      settled,
      settled,
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(appStore.get(onlineAtom)).toBe(false)
    expect(settled).not.toHaveBeenCalled()
  })

  test('is none where the probe is answered: slowness alone never counts', async () => {
    silentServer((path) => (path === '/health' ? Response.json({ status: 'ready' }) : undefined))
    const settled = vi.fn()
    askValues().then(settled, settled)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(appStore.get(onlineAtom)).toBe(true)
    expect(settled).not.toHaveBeenCalled()
  })

  test('is none where another answer is still coming', async () => {
    let send = (_: string) => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (piece) => controller.enqueue(new TextEncoder().encode(piece))
      },
    })
    silentServer((path) => (path === VALUES ? new Response(body) : undefined))
    void askValues().catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    const answered = probeNow()
    await vi.advanceTimersByTimeAsync(SILENCE - 100)
    send('[')
    await vi.advanceTimersByTimeAsync(100)
    expect(await answered).toBe(true)
  })

  test.each([
    ['is none where code is still coming', 300, 0, true],
    ['is one where code comes from a cache', 0, 0, false],
    ['is one where code comes from the worker', 300, 5, false],
  ])('%s', async (_, bytes, start, isReachable) => {
    class Entry {
      readonly transferSize = bytes
      readonly workerStart = start
    }
    let arrive = () => {}
    vi.stubGlobal('PerformanceResourceTiming', Entry)
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        constructor(look: (list: unknown) => void) {
          arrive = () => look({ getEntries: () => [new Entry()] })
        }
        observe = () => {}
        disconnect = () => {}
      },
    )
    silentServer()
    const answered = probeNow()
    await vi.advanceTimersByTimeAsync(SILENCE - 100)
    arrive()
    await vi.advanceTimersByTimeAsync(100)
    expect(await answered).toBe(isReachable)
  })

  test('is over with the first late answer', async () => {
    let answerLate = (_: Response) => {}
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise((resolve) => (answerLate = resolve)))
    const answered = probeNow()
    await vi.advanceTimersByTimeAsync(SILENCE)
    expect(await answered).toBe(false)
    answerLate(Response.json({ status: 'ready' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(appStore.get(onlineAtom)).toBe(true)
  })

  test('is asked again within 7 s, however long it was silent', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    silentServer()
    void probeNow()
    await vi.advanceTimersByTimeAsync(120_000)
    const probes = vi.mocked(fetch).mock.calls.length
    await vi.advanceTimersByTimeAsync(SILENCE + 6_300)
    expect(vi.mocked(fetch).mock.calls.length).toBeGreaterThan(probes)
  })
})
