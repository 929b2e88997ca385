/* What calls know of the connection; state/connectivity.ts registers the probe. */

let isOffline = false
let probeServer: () => Promise<unknown> = async () => {}

/** While unreachable, calls fail at once. */
export function setReachable(isReachable: boolean): void {
  isOffline = !isReachable
}

/** Whether calls are to fail at once. Where the browser sees no network, which may be wrong, the probe decides. */
export async function isServerUnreachable(): Promise<boolean> {
  if (!isOffline && !navigator.onLine) await probeServer()
  return isOffline
}

/** Registers the probe. */
export function registerProbe(probe: () => Promise<unknown>): void {
  probeServer = probe
}

/** Reports a call without an answer. */
export function reportUnreachable(): void {
  void probeServer()
}
