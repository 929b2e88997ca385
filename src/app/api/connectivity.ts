/** Whether the server answers or is silent; slowness and `navigator.onLine` do not count. */
import { z } from 'zod'
import { Offline, Unresponsive } from './errors'
import { SILENCE } from './silence'

/** Milliseconds after which a late answer no longer ends a silence. */
const LATE_LIMIT = 20_000

let isOffline = false
let isUnproven = false
let isUnresponsive = false
let isIntercepted = false
let probeServer: () => Promise<unknown> = async () => setReachable(await probe(() => setReachable(true)))

/** While unreachable, calls fail at once. */
export function setReachable(isReachable: boolean): void {
  isUnproven = false
  isOffline = !isReachable
}

/** Whether the last probe met silence rather than a refused or missing connection. */
export const isServerUnresponsive = (): boolean => isUnresponsive

/** Whether something else answered the last probe: a proxy or a portal that asks for a sign-in. */
export const isServerIntercepted = (): boolean => isIntercepted

/** Makes calls wait for the next probe. */
export function waitForProbe(): void {
  isUnproven = true
}

/** Whether calls fail at once. */
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

/** Reports a call still without an answer. */
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

/** When the server was last heard, in milliseconds since 1970. */
export const lastHeardAt = (): number | undefined => heardAt

const reads = new Set<AbortController>()

/** Aborts a read on silence; it can be repeated. @returns its signal, and how to stop */
export function abortWhenSilent(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  reads.add(controller)
  return { signal: controller.signal, stop: () => void reads.delete(controller) }
}

/** A timer this many milliseconds late means that the page, not the server, was busy. */
const HELD_UP = 500

async function waitSilence(): Promise<'silence'> {
  for (;;) {
    const due = Date.now() + SILENCE
    await new Promise((resolve) => setTimeout(resolve, SILENCE))
    if (Date.now() - due < HELD_UP) return 'silence'
  }
}

const answerSchema = z.object({ status: z.string() })

/** Whether the server answers, not a captive portal; `onLate`: it did after a silence. */
export async function probe(onLate: () => void): Promise<boolean> {
  const heardBefore = piecesHeard
  // Code and styles load outside `call`.
  const arrivals = new PerformanceObserver((list) => {
    if (list.getEntries().some(cameOverLine)) reportHeard()
  })
  arrivals.observe({ type: 'resource' })
  isIntercepted = false
  const answer = askHealth()
  const first = await Promise.race([answer, waitSilence()])
  arrivals.disconnect()
  // A large answer that fills the connection is no silence.
  isUnresponsive = first === 'silence' && piecesHeard === heardBefore && navigator.onLine
  if (first !== 'silence') return first
  if (piecesHeard !== heardBefore) return true
  for (const read of reads) read.abort(isUnresponsive ? new Unresponsive() : new Offline())
  void answer.then((isThere) => (isThere ? onLate() : undefined))
  return false
}

/** Excludes caches of browser and worker. */
const cameOverLine = (entry: PerformanceEntry) =>
  entry instanceof PerformanceResourceTiming && entry.workerStart === 0 && entry.transferSize > 0

async function askHealth(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LATE_LIMIT)
    const response = await fetch('/health', { cache: 'no-store', redirect: 'manual', signal })
    isIntercepted = asksForSignIn(response)
    if (isIntercepted) return false
    const answer = answerSchema.safeParse(await response.json())
    const isThere = response.ok && answer.success
    if (isThere) heardAt = Date.now()
    return isThere
  } catch {
    return false
  }
}

const NETWORK_AUTHENTICATION_REQUIRED = 511

/** Doorstep neither redirects it nor answers with a page; a gateway whose server is away has pages too. */
function asksForSignIn({ type, status, headers }: Response): boolean {
  if (type === 'opaqueredirect') return true
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  return isPage && (status < 500 || status === NETWORK_AUTHENTICATION_REQUIRED)
}
