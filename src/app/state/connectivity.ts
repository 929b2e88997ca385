/**
 * Connectivity: whether the server can be reached. What counts is an answer of /health, not `navigator.onLine`; the
 * browser's events and calls without an answer only cause a probe. While offline probes repeat with a growing back-off,
 * and one is sent at once when somebody comes back to the window.
 */
import { onlineManager } from '@tanstack/react-query'
import { registerProbe, setReachable } from '../api/connectivity'
import { probe } from '../api/probe'
import { appStore, atom, useAtomValue } from './store'

/** The first pause between two probes while offline, and the longest; milliseconds. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 30_000

const currentAtom = atom(true)

/** False while the server cannot be reached. */
export const onlineAtom = atom((get) => get(currentAtom))

/** Why something is switched off while offline. `what` begins the sentence: 'Exports need a connection…'. */
export const offlineReason = (what: string): string => `${what} a connection. You are offline.`

/** Whether the server cannot be reached; follows it. */
export const useIsOffline = (): boolean => !useAtomValue(onlineAtom)

/** Why something is switched off, as {@link offlineReason} says it; `null` while the server can be reached. */
export const useReasonOffline = (what: string): string | null => (useIsOffline() ? offlineReason(what) : null)

/** The same where there is room for a few words only. */
export const useWhyNotInMenu = (): string | null => (useIsOffline() ? 'needs a connection' : null)

// Queries pause and resume by our probe, not by the browser's events.
onlineManager.setEventListener(() => undefined)

/** Listens to each change. @returns how to stop. */
export const onConnectivityChange = (listener: (isOnline: boolean) => void): (() => void) =>
  onlineManager.subscribe(listener)

/** Sets what was found out, by a probe or by a start without a server. */
export function setOnline(isOnline: boolean): void {
  setReachable(isOnline)
  if (!isOnline) probeLater()
  else stopProbing()
  appStore.set(currentAtom, isOnline)
  onlineManager.setOnline(isOnline)
}

let probing: Promise<boolean> | null = null

/** Asks the server whether it is there, and sets the answer. Two at once are one. */
export function probeNow(): Promise<boolean> {
  probing ??= probe().then((isOnline) => {
    probing = null
    setOnline(isOnline)
    return isOnline
  })
  return probing
}
registerProbe(probeNow)

let pause = FIRST_PAUSE
let timer: ReturnType<typeof setTimeout> | undefined

function probeLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probeNow(), pause)
  pause = Math.min(pause * 2, LONGEST_PAUSE)
}

function stopProbing(): void {
  clearTimeout(timer)
  pause = FIRST_PAUSE
}

/** Starts to watch the connection. @returns how to stop. */
export function watchConnectivity(): () => void {
  const probeAgain = () => void probeNow()
  const probeIfOffline = () => {
    if (!document.hidden && !appStore.get(currentAtom)) probeAgain()
  }
  window.addEventListener('online', probeAgain)
  window.addEventListener('offline', probeAgain)
  document.addEventListener('visibilitychange', probeIfOffline)
  return () => {
    window.removeEventListener('online', probeAgain)
    window.removeEventListener('offline', probeAgain)
    document.removeEventListener('visibilitychange', probeIfOffline)
    stopProbing()
  }
}
