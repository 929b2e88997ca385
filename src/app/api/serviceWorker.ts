/* The only module that talks to the service worker. */
import { messageSW, Workbox } from 'workbox-window'
import type { Role } from '#contract/organisations/session'
import type { ToWorker } from '#offline/messages'

const ADDRESS = '/service-worker.js'
const ASK_AGAIN_AFTER = 60 * 60 * 1000
/**
 * The active worker first finishes what it does, such as sending, for which browsers give it five minutes. A reload before
 * would bring the present version again, and nobody would be asked a second time.
 */
const TAKEOVER_LIMIT = 6 * 60_000
const FETCH_LIMIT = 20_000

const workers = (): ServiceWorkerContainer | null => ('serviceWorker' in navigator ? navigator.serviceWorker : null)

/** `ready` waits to take over; `failed` was not fetched whole. */
export type NewerVersion = 'none' | 'ready' | 'failed'
type Report = (newer: NewerVersion) => void

let report: Report = () => {}

/** Registers the worker; `onNewer` hears of newer versions. */
export async function registerWorker(onNewer: Report): Promise<void> {
  const container = workers()
  if (!import.meta.env.PROD || !container) return
  report = onNewer
  await register(container)
  setInterval(askForUpdate, ASK_AGAIN_AFTER)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askForUpdate()
  })
  registerAgain = () => register(container)
}

let registerAgain: () => Promise<void> = async () => {}

/** Registers again after `Clear-Site-Data`. */
export const restoreWorker = (): Promise<void> => registerAgain()

async function register(container: ServiceWorkerContainer): Promise<void> {
  if (container.controller) keepWhatWasLoaded()
  else container.addEventListener('controllerchange', keepWhatWasLoaded, { once: true })
  try {
    const registration = await new Workbox(ADDRESS).register()
    if (registration) watchForVersions(registration)
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
    if (worker && unserved.length > 0) {
      void messageSW(worker, { type: 'CACHE_URLS', payload: { urlsToCache: unserved.map(({ name }) => name) } })
    }
  }).observe({ type: 'resource', buffered: true })
}

const watched = new WeakSet<ServiceWorkerRegistration>()

/** Workbox's event misses versions from other tabs. */
function watchForVersions(registration: ServiceWorkerRegistration): void {
  if (watched.has(registration)) return
  watched.add(registration)
  // The first version waits for no page.
  const look = () => (registration.waiting && registration.active ? report('ready') : undefined)
  const follow = (worker: ServiceWorker | null) => {
    let isWhole = false
    worker?.addEventListener('statechange', () => {
      if (worker.state !== 'redundant') isWhole = true
      else if (!isWhole && registration.active && !registration.waiting) report('failed')
      look()
    })
  }
  look()
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

/** Whether files can be kept; never in development. */
export const isWorkerSupported = (): boolean => import.meta.env.PROD && workers() !== null

/** Has the worker keep the app's files, once it is installed. @returns its answer for the role, `missingFilesSchema` */
export async function keepFiles(role: Role | undefined): Promise<unknown> {
  const { active } = await navigator.serviceWorker.ready
  const message: ToWorker = { type: 'KEEP_FILES', role }
  return active ? messageSW(active, message) : []
}

const currentRegistration = async (): Promise<ServiceWorkerRegistration | undefined> => workers()?.getRegistration()

/** Asks for a new version, without waiting. */
export function askForUpdate(): void {
  void currentRegistration().then(
    (registration) => registration && lookForUpdate(registration),
    () => {},
  )
}

/** Whether there is a newer version stays unknown where the server is not reached. */
async function lookForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await registration.update()
  } catch {
    return
  }
  // Such as after a failed one was taken back.
  if (!registration.installing && !registration.waiting) report('none')
}

/** Waits until a new version is installed, within limits. */
export async function fetchNewVersion(): Promise<void> {
  const registration = await currentRegistration()
  if (!registration) return
  await lookForUpdate(registration)
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
  const remind = setInterval(remindBrowser, REMIND_AFTER)
  await within(TAKEOVER_LIMIT, (done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    send(waiting, { type: 'SKIP_WAITING' })
  })
  clearInterval(remind)
}

const REMIND_AFTER = 2_000

/**
 * Chromium forgets the takeover where a request of any tab wakes the active worker in its moment, for up to five minutes.
 * It looks again whether it can be at each navigation, and at nothing else.
 */
function remindBrowser(): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.addEventListener('load', () => frame.remove(), { once: true })
  frame.src = '/robots.txt'
  document.body.append(frame)
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
