import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker, takeWaitingVersion, wipeWorker } from './serviceWorker'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A worker that keeps what it is told, and answers as the test says. */
class FakeWorker extends EventTarget {
  readonly scriptURL = `${location.origin}/service-worker.js`
  state = 'activated'
  readonly told: unknown[] = []
  constructor(private readonly answer: (port: MessagePort) => void = () => {}) {
    super()
  }
  postMessage(message: unknown, [port]: [MessagePort]) {
    this.told.push(message)
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

test('tells of each new version that waits, also of those that other tabs bring', async () => {
  const { registration } = fakeBrowser(new FakeWorker())
  const onWaiting = vi.fn()
  await registerWorker(onWaiting)
  for (const count of [1, 2, 3]) {
    const next = new FakeWorker()
    Object.assign(registration, { installing: next })
    registration.dispatchEvent(new Event('updatefound'))
    expect(onWaiting).toHaveBeenCalledTimes(count - 1)
    Object.assign(registration, { installing: null, waiting: next })
    next.become('installed')
    expect(onWaiting).toHaveBeenCalledTimes(count)
  }
})

test('the version that waits is told to take over, and has when it serves the page', async () => {
  const { registration, container } = fakeBrowser(new FakeWorker())
  const waiting = new FakeWorker(() => queueMicrotask(() => container.dispatchEvent(new Event('controllerchange'))))
  Object.assign(registration, { waiting })
  await takeWaitingVersion()
  expect(waiting.told).toEqual([{ type: 'SKIP_WAITING' }])
})

test('a wipe is over when the worker says so', async () => {
  let say = () => {}
  const worker = new FakeWorker((port) => (say = () => port.postMessage('wiped')))
  fakeBrowser(worker)
  const isOver = vi.fn()
  const wiping = wipeWorker().then(isOver)
  await vi.waitFor(() => expect(worker.told).toEqual([{ type: 'WIPE' }]))
  expect(isOver).not.toHaveBeenCalled()
  say()
  await wiping
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
  expect(worker.told).toEqual([{ type: 'CLAIM' }])
  Object.assign(container, { controller: worker })
  container.dispatchEvent(new Event('controllerchange'))
  expect(worker.told.slice(1)).toEqual([HANDED_OVER])
})

test('so it is where the worker took charge of the page before the page looked for one', async () => {
  fakeLoads()
  const worker = new FakeWorker()
  fakeBrowser(worker)
  await registerWorker(() => {})
  expect(worker.told).toEqual([HANDED_OVER])
})
