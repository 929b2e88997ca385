/*
 * What calls know of the connection. api knows no state: state/online says whether the server can be reached, and
 * registers the probe that finds out when a call is in doubt.
 */

let isOffline = false
let probeServer: () => Promise<unknown> = async () => {}

/** Sets whether the server can be reached. While it cannot, calls fail at once and nothing leaves the browser. */
export function setReachable(isReachable: boolean): void {
  isOffline = !isReachable
}

/**
 * Whether calls are to fail at once. Where the browser believes that there is no network, calls wait for the probe
 * first: the browser's word can be wrong, and a page may not have heard of a lost connection yet.
 */
export async function isServerUnreachable(): Promise<boolean> {
  if (!isOffline && !navigator.onLine) await probeServer()
  return isOffline
}

/** Registers the probe that finds out whether the server can be reached. The last one registered counts. */
export function registerProbe(probe: () => Promise<unknown>): void {
  probeServer = probe
}

/** Reports a call that got no answer: the probe is sent. */
export function reportUnreachable(): void {
  void probeServer()
}
