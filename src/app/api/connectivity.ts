/** Whether the server can be reached: answers and silence count, slowness and `navigator.onLine` do not. */
import { z } from 'zod'
import { Offline } from './errors'
import { SILENCE } from './silence'

/** Milliseconds in which a late answer still ends a silence. */
const LATE_LIMIT = 20_000

let isOffline = false
let isUnproven = false
let probeServer: () => Promise<unknown> = async () => setReachable(await probe(() => setReachable(true)))

/** While unreachable, calls fail at once. */
export function setReachable(isReachable: boolean): void {
  isUnproven = false
  isOffline = !isReachable
}

/** Makes calls wait for the next probe. */
export function waitForProbe(): void {
  isUnproven = true
}

/** Whether calls fail at once. `navigator.onLine` may be wrong, so the probe decides. */
export async function isServerUnreachable(): Promise<boolean> {
  if (isUnproven || (!isOffline && !navigator.onLine)) await probeServer()
  return isOffline
}

/** Probes first if the server was unreachable. */
export async function tryAgain(): Promise<void> {
  if (isOffline) await probeServer()
}

/** Registers the probe of state/connectivity.ts. */
export function registerProbe(probe: () => Promise<unknown>): void {
  probeServer = probe
}

/** Reports a call without an answer, or without one yet. */
export function reportUnreachable(): void {
  void probeServer()
}

let piecesHeard = 0
let heardAt: number | undefined

/** Reports a piece of any answer. */
export function reportHeard(): void {
  piecesHeard += 1
  heardAt = Date.now()
}

/** When this page last heard from the server, in milliseconds since 1970. */
export const lastHeardAt = (): number | undefined => heardAt

const reads = new Set<AbortController>()

/** Aborts a read when the line is silent: it can safely be repeated. @returns its signal, and how to stop */
export function abortWhenSilent(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  reads.add(controller)
  return { signal: controller.signal, stop: () => void reads.delete(controller) }
}

const answerSchema = z.object({ status: z.string() })

/** Whether the server, not a captive portal, answers; calls `onLate` if it does so after a silence. */
export async function probe(onLate: () => void): Promise<boolean> {
  const heardBefore = piecesHeard
  // Code and styles also use the line, but do not pass through `call`.
  const arrivals = new PerformanceObserver((list) => {
    if (list.getEntries().some(cameOverLine)) reportHeard()
  })
  arrivals.observe({ type: 'resource' })
  const answer = askHealth()
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<'silence'>((resolve) => (timer = setTimeout(resolve, SILENCE, 'silence')))
  const first = await Promise.race([answer, silence])
  clearTimeout(timer)
  arrivals.disconnect()
  if (first !== 'silence') return first
  // A large answer that fills the line is no silence.
  if (piecesHeard !== heardBefore) return true
  for (const read of reads) read.abort(new Offline())
  void answer.then((isThere) => (isThere ? onLate() : undefined))
  return false
}

/** Excludes the caches of browser and worker. */
const cameOverLine = (entry: PerformanceEntry) =>
  entry instanceof PerformanceResourceTiming && entry.workerStart === 0 && entry.transferSize > 0

async function askHealth(): Promise<boolean> {
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(LATE_LIMIT) })
    const answer = answerSchema.safeParse(await response.json())
    const isThere = response.ok && answer.success
    if (isThere) heardAt = Date.now()
    return isThere
  } catch {
    return false
  }
}
