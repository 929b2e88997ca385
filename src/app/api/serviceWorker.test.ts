import { afterEach, expect, test, vi } from 'vitest'
import { askForUpdate, fetchNewVersion, registerWorker, takeWaitingVersion } from './serviceWorker'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A worker that records its messages, and answers as the test says. */
class FakeWorker extends EventTarget {
  readonly scriptURL = `${location.origin}/service-worker.js`
  state = 'activated'
  readonly messages: unknown[] = []
  constructor(private readonly answer: (port: MessagePort) => void = () => {}) {
    super()
  }
  postMessage(message: unknown, [port]: [MessagePort]) {
    this.messages.push(message)
    this.answer(port)
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** A browser with such a worker; without one that serves this page yet, when `isFirstVisit`. */
function fakeBrowser(worker: FakeWorker, isFirstVisit = false) {
  const versions: { installing: FakeWorker | null; waiting: FakeWorker | null; active: FakeWorker } = {
    installing: null,
    waiting: null,
    active: worker,
  }
  const registration = Object.assign(new EventTarget(), versions)
  const container = Object.assign(new EventTarget(), {
    controller: isFirstVisit ? null : worker,
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubEnv('PROD', true)
  return { registration, container }
}

/** A version that the browser begins to install. */
function aNewVersion(registration: EventTarget): FakeWorker {
  const next = new FakeWorker()
  next.state = 'installing'
  Object.assign(registration, { installing: next })
  registration.dispatchEvent(new Event('updatefound'))
  return next
}

test('reports each waiting version, also those that other tabs fetched', async () => {
  const { registration } = fakeBrowser(new FakeWorker())
  const onNewer = vi.fn()
  await registerWorker(onNewer)
  for (const count of [1, 2, 3]) {
    const next = aNewVersion(registration)
    expect(onNewer).toHaveBeenCalledTimes(count - 1)
    Object.assign(registration, { installing: null, waiting: next })
    next.become('installed')
    expect(onNewer.mock.calls).toEqual(Array.from({ length: count }, () => ['ready']))
  }
})

test('reports a version that could not be fetched, until one could or there is none, and none that was replaced', async () => {
  const { registration } = fakeBrowser(new FakeWorker())
  const update = vi.fn(async () => {})
  Object.assign(registration, { update })
  const onNewer = vi.fn()
  await registerWorker(onNewer)
  const fail = () => {
    const failing = aNewVersion(registration)
    Object.assign(registration, { installing: null })
    failing.become('redundant')
  }
  fail()
  expect(onNewer.mock.lastCall).toEqual(['failed'])
  update.mockRejectedValueOnce(new TypeError('offline'))
  await fetchNewVersion()
  expect(onNewer).toHaveBeenCalledTimes(1)
  await fetchNewVersion()
  expect(onNewer.mock.lastCall).toEqual(['none'])
  fail()
  const whole = aNewVersion(registration)
  Object.assign(registration, { installing: null, waiting: whole })
  whole.become('installed')
  expect(onNewer.mock.lastCall).toEqual(['ready'])
  Object.assign(registration, { waiting: new FakeWorker() })
  whole.become('redundant')
  expect(onNewer.mock.lastCall).toEqual(['ready'])
})

test('the waiting version is asked to take over, and has once it controls the page', async () => {
  const { registration, container } = fakeBrowser(new FakeWorker())
  const waiting = new FakeWorker(() => queueMicrotask(() => container.dispatchEvent(new Event('controllerchange'))))
  Object.assign(registration, { waiting })
  await takeWaitingVersion()
  expect(waiting.messages).toEqual([{ type: 'SKIP_WAITING' }])
})

test('as long as the present version may finish what it does, the takeover is waited for', async () => {
  vi.useFakeTimers()
  const { registration, container } = fakeBrowser(new FakeWorker())
  Object.assign(registration, { waiting: new FakeWorker() })
  const taken = vi.fn()
  const taking = takeWaitingVersion().then(taken)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe('/robots.txt')
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(taken).not.toHaveBeenCalled()
  container.dispatchEvent(new Event('controllerchange'))
  await taking
  expect(taken).toHaveBeenCalled()
})

test('a new version is asked for also before the page has registered its worker', async () => {
  const { registration } = fakeBrowser(new FakeWorker())
  const update = vi.fn(async () => {})
  Object.assign(registration, { update })
  askForUpdate()
  await vi.waitFor(() => expect(update).toHaveBeenCalledOnce())
})

/** What the page has loaded: the first past every worker, the second by way of one. */
function fakeLoads() {
  class Entry {
    constructor(
      readonly name: string,
      readonly workerStart: number,
    ) {}
  }
  const entries = [
    new Entry('https://doorstep.example/assets/map.js', 0),
    new Entry('https://doorstep.example/assets/late.js', 12),
  ]
  vi.stubGlobal('PerformanceResourceTiming', Entry)
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly look: (list: unknown) => void) {}
      observe = () => this.look({ getEntries: () => entries })
    },
  )
}
const HANDED_OVER = { type: 'CACHE_URLS', payload: { urlsToCache: ['https://doorstep.example/assets/map.js'] } }

test('what a first visit loaded before the worker served it is handed to the worker', async () => {
  fakeLoads()
  const worker = new FakeWorker()
  const { container } = fakeBrowser(worker, true)
  await registerWorker(() => {})
  expect(worker.messages).toEqual([{ type: 'CLAIM' }])
  Object.assign(container, { controller: worker })
  container.dispatchEvent(new Event('controllerchange'))
  expect(worker.messages.slice(1)).toEqual([HANDED_OVER])
})

test('so it is where the worker took charge of the page before the page looked for one', async () => {
  fakeLoads()
  const worker = new FakeWorker()
  fakeBrowser(worker)
  await registerWorker(() => {})
  expect(worker.messages).toEqual([HANDED_OVER])
})
