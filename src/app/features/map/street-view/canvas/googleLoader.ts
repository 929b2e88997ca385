/** The only sign of a refused key is `window.gm_authFailure`, perhaps after drawing. */
declare global {
  interface Window {
    gm_authFailure?: () => void
  }
}

let isRefused = false
const listeners = new Set<() => void>()

/** Must run before the script loads; idempotent. */
export function listenForAuthFailure(): void {
  window.gm_authFailure ??= () => {
    isRefused = true
    listeners.forEach((listener) => listener())
  }
}

/** Subscribes to a refused key. @returns unsubscribe */
export function onAuthFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether Google Maps has refused the key on this page. */
export function isKeyRefused(): boolean {
  return isRefused
}
