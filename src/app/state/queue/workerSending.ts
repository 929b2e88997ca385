import { z } from 'zod'
import { QUEUE_SYNC } from '#offline/queuedWork'

/** Not in TypeScript's library: Chromium's alone. */
const syncSchema = z.object({ register: z.custom<(tag: string) => Promise<void>>((one) => typeof one === 'function') })

let registration: ServiceWorkerRegistration | undefined

/** Has the worker send what waits once there is a connection and no page is seen. Never throws. */
export function askWorkerToSend(): void {
  if (!('serviceWorker' in navigator)) return
  const register = async (found: ServiceWorkerRegistration) => {
    registration = found
    const sync: unknown = Reflect.get(found, 'sync')
    if (syncSchema.safeParse(sync).success) await syncSchema.parse(sync).register.call(sync, QUEUE_SYNC)
  }
  // A closing page has no time to look for the registration.
  void (registration ? register(registration) : navigator.serviceWorker.ready.then(register)).catch(() => {})
}

/** Asks when the page is hidden. @returns how to stop */
export function askWorkerWhenHidden(hasWork: () => boolean): () => void {
  const ask = () => {
    if (document.visibilityState === 'hidden' && hasWork()) askWorkerToSend()
  }
  document.addEventListener('visibilitychange', ask)
  return () => document.removeEventListener('visibilitychange', ask)
}
