/* The only module that talks to the service worker. */
import { messageSW, Workbox } from 'workbox-window'
import type { ToWorker } from '#offline/messages'

const ADDRESS = '/service-worker.js'
const ASK_AGAIN_AFTER = 60 * 60 * 1000
const ANSWER_LIMIT = 2_000
const FETCH_LIMIT = 20_000

let workbox: Workbox | undefined
const workers = (): ServiceWorkerContainer | null => ('serviceWorker' in navigator ? navigator.serviceWorker : null)

/** Registers the worker; `onWaiting` is called for each new version. */
export async function registerWorker(onWaiting: () => void): Promise<void> {
  const container = workers()
  if (!import.meta.env.PROD || !container) return
  await register(container, onWaiting)
  setInterval(askForUpdate, ASK_AGAIN_AFTER)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askForUpdate()
  })
  registerAgain = () => register(container, onWaiting)
}

let registerAgain: () => Promise<void> = async () => {}

/** Registers it again after `Clear-Site-Data`. */
export const restoreWorker = (): Promise<void> => registerAgain()

async function register(container: ServiceWorkerContainer, onWaiting: () => void): Promise<void> {
  if (container.controller) keepWhatWasLoaded()
  else container.addEventListener('controllerchange', keepWhatWasLoaded, { once: true })
  try {
    workbox = new Workbox(ADDRESS)
    const registration = await workbox.register()
    if (registration) watchForWaiting(registration, onWaiting)
    const { active } = await container.ready
    // It controls earlier pages only after claiming them.
    if (!container.controller && active) send(active, { type: 'CLAIM' })
  } catch {
    // The app works without it.
  }
}

/** Caches what was loaded before the worker: one visit is enough to go offline. */
function keepWhatWasLoaded(): void {
  new PerformanceObserver((list) => {
    const unserved = list
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart === 0)
    const worker = workers()?.controller
    // Workbox's own message.
    if (worker && unserved.length > 0) {
      void messageSW(worker, { type: 'CACHE_URLS', payload: { urlsToCache: unserved.map(({ name }) => name) } })
    }
  }).observe({ type: 'resource', buffered: true })
}

const watched = new WeakSet<ServiceWorkerRegistration>()

/** Workbox's own event misses versions that another tab brought. */
function watchForWaiting(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  if (watched.has(registration)) return
  watched.add(registration)
  // The first version waits for no page.
  const look = () => (registration.waiting && registration.active ? onWaiting() : undefined)
  const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', look)
  look()
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

const currentRegistration = async (): Promise<ServiceWorkerRegistration | undefined> => workers()?.getRegistration()

/** Asks for a new version, without waiting. */
export function askForUpdate(): void {
  workbox?.update().catch(() => {})
}

/** Waits until a new version is installed, within limits. */
export async function fetchNewVersion(): Promise<void> {
  const registration = await currentRegistration()
  if (!registration) return
  await registration.update().catch(() => {})
  const { installing } = registration
  if (!installing) return
  await within(FETCH_LIMIT, (done) =>
    installing.addEventListener('statechange', () => (installing.state === 'installing' ? undefined : done())),
  )
}

/** Whether a newer version waits. */
export const isVersionWaiting = async (): Promise<boolean> => Boolean((await currentRegistration())?.waiting)

/** Lets the waiting version take over. */
export async function takeWaitingVersion(): Promise<void> {
  const waiting = (await currentRegistration())?.waiting
  if (!waiting) return
  await within(ANSWER_LIMIT, (done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    send(waiting, { type: 'SKIP_WAITING' })
  })
}

const send = (worker: ServiceWorker, message: ToWorker) => void messageSW(worker, message)

function within(limit: number, begin: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limit)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
