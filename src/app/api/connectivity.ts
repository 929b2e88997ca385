import { z } from 'zod'

let isOffline = false
let probeServer: () => Promise<unknown> = async () => {}

/** While unreachable, calls fail at once. */
export function setReachable(isReachable: boolean): void {
  isOffline = !isReachable
}

/** Whether calls fail at once. `navigator.onLine` may be wrong, so the probe decides. */
export async function isServerUnreachable(): Promise<boolean> {
  if (!isOffline && !navigator.onLine) await probeServer()
  return isOffline
}

/** Registers the probe of state/connectivity.ts. */
export function registerProbe(probe: () => Promise<unknown>): void {
  probeServer = probe
}

/** Reports a call without an answer. */
export function reportUnreachable(): void {
  void probeServer()
}

const PROBE_LIMIT = 8_000

const answerSchema = z.object({ status: z.string() })

/** Whether the server answers, and no captive portal. */
export async function probe(): Promise<boolean> {
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT) })
    const answer = answerSchema.safeParse(await response.json())
    return response.ok && answer.success
  } catch {
    return false
  }
}
