/*
 * The only door to the service worker. Everything here does nothing where there is none: in development,
 * without https, or where the browser refuses.
 */
import { Workbox } from 'workbox-window'
import type { ToWorker } from '#offline/messages'

const ADDRESS = '/service-worker.js'
/** A tab may stay open for days: how often it asks for a new version, in milliseconds. */
const ASK_AGAIN_AFTER = 60 * 60 * 1000
/** How long a worker may take to do what it was asked, in milliseconds. */
const ANSWER_LIMIT = 2_000

let workbox: Workbox | null = null
let registration: ServiceWorkerRegistration | undefined

/** Registers the worker. `onWaiting` is told when a new version waits, in every open tab. */
export async function registerWorker(onWaiting: () => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  workbox = new Workbox(ADDRESS)
  workbox.addEventListener('waiting', onWaiting)
  try {
    registration = await workbox.register({ immediate: true })
  } catch {
    // Refused by the browser, or offline before there ever was one: the app works without it.
    return
  }
  setInterval(askForUpdate, ASK_AGAIN_AFTER)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askForUpdate()
  })
}

function askForUpdate(): void {
  // Without a line there is nothing new.
  registration?.update().catch(() => {})
}

/** Lets the version that waits take over. Resolves when it has, or when there was none. */
export async function takeWaitingVersion(): Promise<void> {
  const waiting = (registration ?? (await currentRegistration()))?.waiting
  if (!waiting) return
  await new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, ANSWER_LIMIT)
    waiting.postMessage({ type: 'SKIP_WAITING' } satisfies ToWorker)
  })
}

/** Looks for a new version now and waits until it is installed, within limits. */
export async function fetchNewVersion(): Promise<void> {
  const current = await currentRegistration()
  if (!current) return
  await current.update().catch(() => {})
  const { installing } = current
  if (!installing) return
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state !== 'installing') resolve()
    })
    setTimeout(resolve, ASK_LIMIT)
  })
}
/** A new version may have to come over a weak line, in milliseconds. */
const ASK_LIMIT = 20_000

async function currentRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}

/** Makes the worker forget the person, also what is on its way. Resolves when it has, within limits. */
export async function wipeWorker(): Promise<void> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null
  if (!worker) return
  await new Promise<void>((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve()
    setTimeout(resolve, ANSWER_LIMIT)
    worker.postMessage({ type: 'WIPE' } satisfies ToWorker, [channel.port2])
  })
}
