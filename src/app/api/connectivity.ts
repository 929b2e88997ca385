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
