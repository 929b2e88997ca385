/**
 * Whether the server can be reached. Policy (docs/product.md#offline): what counts is an answer of /health, not
 * `navigator.onLine`; the browser's own events and calls without an answer are only reasons to ask. While
 * offline it is asked again and again, less often as time goes by, and at once when someone comes back.
 */
import { onDoubt, sayLine } from '../api/line'
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

const listeners = new Set<(isOnline: boolean) => void>()

/** Is told each change. @returns how to stop. */
export function onLineChange(listener: (isOnline: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says what was found out, by a probe or by a start without a server. */
export function setOnline(isOnline: boolean): void {
  sayLine(isOnline)
  if (!isOnline) askLater()
  else stopAsking()
  if (appStore.get(currentAtom) === isOnline) return
  appStore.set(currentAtom, isOnline)
  listeners.forEach((listener) => listener(isOnline))
}

let asking: Promise<boolean> | null = null

/** Asks the server whether it is there, and says so everywhere. Two at once are one. */
export function probeNow(): Promise<boolean> {
  asking ??= probe().then((isOnline) => {
    asking = null
    setOnline(isOnline)
    return isOnline
  })
  return asking
}
onDoubt(probeNow)

let pause = FIRST_PAUSE
let timer: ReturnType<typeof setTimeout> | undefined

function askLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probeNow(), pause)
  pause = Math.min(pause * 2, LONGEST_PAUSE)
}

function stopAsking(): void {
  clearTimeout(timer)
  pause = FIRST_PAUSE
}

/** Begins to watch the line. @returns how to stop. */
export function watchLine(): () => void {
  const ask = () => void probeNow()
  const askIfOffline = () => {
    if (!document.hidden && !appStore.get(currentAtom)) ask()
  }
  window.addEventListener('online', ask)
  window.addEventListener('offline', ask)
  document.addEventListener('visibilitychange', askIfOffline)
  return () => {
    window.removeEventListener('online', ask)
    window.removeEventListener('offline', ask)
    document.removeEventListener('visibilitychange', askIfOffline)
    stopAsking()
  }
}
