/** By answers of /health, not `navigator.onLine`; offline, probes back off. */
import { onlineManager } from '@tanstack/react-query'
import {
  isServerIntercepted,
  isServerUnresponsive,
  probe,
  registerProbe,
  setReachable,
  waitForProbe,
} from '../api/connectivity'
import { appStore, atom, useAtomValue } from './store'

/** Milliseconds; longer in a hidden page. */
const FIRST_PAUSE = 1_000
const MAX_PAUSE = 5_000
const UNSEEN_PAUSE = 30_000

/** `asking` until the first probe of a page opened from the device. */
export type ConnectionState = 'asking' | 'online' | 'offline'

const currentAtom = atom<ConnectionState>('online')

export const connectionAtom = atom((get) => get(currentAtom))

export const onlineAtom = atom((get) => get(currentAtom) !== 'offline')

const unresponsiveAtom = atom(false)

/** Whether the server stays silent, which is no proof that the device is offline. */
export const isUnresponsiveAtom = atom((get) => get(unresponsiveAtom))

const interceptedAtom = atom(false)

/** Whether a proxy or a portal answers in place of the server, and asks for a sign-in. */
export const isInterceptedAtom = atom((get) => get(interceptedAtom))

/** Begins with `what`: 'Exports need'. */
export const offlineReason = (what: string): string => `${what} a connection. Doorstep cannot be reached.`

/** Whether the app is offline. */
export const useIsOffline = (): boolean => !useAtomValue(onlineAtom)

/** Why an action is off; null online. */
export const useReasonOffline = (what: string): string | null => (useIsOffline() ? offlineReason(what) : null)

/** Short form of {@link useReasonOffline}. */
export const useWhyNotInMenu = (): string | null => (useIsOffline() ? 'needs a connection' : null)

// Our probe decides, not the browser.
onlineManager.setEventListener(() => undefined)

/** @returns unsubscribe */
export const onConnectivityChange = (listener: (isOnline: boolean) => void): (() => void) =>
  onlineManager.subscribe(listener)

/** Sets the connection's state. */
export function setOnline(isOnline: boolean): void {
  setReachable(isOnline)
  if (!isOnline) probeLater()
  else stopProbing()
  appStore.set(unresponsiveAtom, !isOnline && isServerUnresponsive())
  appStore.set(interceptedAtom, !isOnline && isServerIntercepted())
  appStore.set(currentAtom, isOnline ? 'online' : 'offline')
  onlineManager.setOnline(isOnline)
}

/** Makes calls wait for the next probe. */
export function setAsking(): void {
  waitForProbe()
  appStore.set(currentAtom, 'asking')
}

let probing: Promise<boolean> | null = null

/** Probes; concurrent calls share one probe. */
export function probeNow(): Promise<boolean> {
  probing ??= probe(() => setOnline(true)).then((isOnline) => {
    probing = null
    setOnline(isOnline)
    return isOnline
  })
  return probing
}
registerProbe(probeNow)

/** Starts a new probe: one under way may have been answered before the connection was lost. */
export async function probeAgain(): Promise<boolean> {
  await probing
  return probeNow()
}

let pause = FIRST_PAUSE
let timer: ReturnType<typeof setTimeout> | undefined

function probeLater(): void {
  clearTimeout(timer)
  // A thousand tablets must not return at once.
  const jitter = 0.75 + Math.random() / 2
  timer = setTimeout(() => void probeNow(), (document.hidden ? UNSEEN_PAUSE : pause) * jitter)
  pause = Math.min(pause * 2, MAX_PAUSE)
}

function stopProbing(): void {
  clearTimeout(timer)
  pause = FIRST_PAUSE
}

/** Watches the connection. @returns how to stop */
export function watchConnectivity(): () => void {
  const onNetworkChange = () => void probeNow()
  const probeIfOffline = () => {
    if (!document.hidden && !appStore.get(onlineAtom)) onNetworkChange()
  }
  window.addEventListener('online', onNetworkChange)
  window.addEventListener('offline', onNetworkChange)
  document.addEventListener('visibilitychange', probeIfOffline)
  return () => {
    window.removeEventListener('online', onNetworkChange)
    window.removeEventListener('offline', onNetworkChange)
    document.removeEventListener('visibilitychange', probeIfOffline)
    stopProbing()
  }
}
