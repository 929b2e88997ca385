/**
 * How far the Google Maps script has come. Policy: a script that neither loads
 * nor fails within {@link SCRIPT_LIMIT} has failed; a refused key shows itself only through
 * `window.gm_authFailure`, also after the map has been drawn, and outweighs everything else.
 */
export type LoaderState = 'not loaded' | 'loading' | 'loaded' | 'failed' | 'auth failure'

/** Milliseconds. */
export const SCRIPT_LIMIT = 20_000

/** The words of docs/product.md#basemap. */
export const AUTH_FAILURE = 'Error: AuthFailure'

/** The state of the loader from what is known of it. */
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
    /** Google Maps calls this by name when it refuses the key. */
    gm_authFailure?: () => void
  }
}

let isRefused = false
const listeners = new Set<() => void>()

/** To be called before the script loads; further calls change nothing. */
export function listenForAuthFailure(): void {
  window.gm_authFailure ??= () => {
    isRefused = true
    listeners.forEach((listener) => listener())
  }
}

/** Tells `listener` when the key is refused. Returns how to stop. */
export function onAuthFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether Google Maps has refused the key since the page was opened. */
export function isKeyRefused(): boolean {
  return isRefused
}
