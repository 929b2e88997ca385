/** A refused key shows only through `window.gm_authFailure`, possibly after the map was drawn. */
export type LoaderState = 'not loaded' | 'loading' | 'loaded' | 'failed' | 'auth failure'

/** Milliseconds. */
export const SCRIPT_LIMIT = 20_000

/** The wording of docs/product.md#basemap. */
export const AUTH_FAILURE = 'Error: AuthFailure'

/** Derives the loader's state. */
export function loaderState(known: {
  hasStarted: boolean
  isLoaded: boolean
  hasFailed: boolean
  hasTimedOut: boolean
  isRefused: boolean
}): LoaderState {
  if (known.isRefused) return 'auth failure'
  if (known.isLoaded) return 'loaded'
  if (known.hasFailed || known.hasTimedOut) return 'failed'
  return known.hasStarted ? 'loading' : 'not loaded'
}

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
