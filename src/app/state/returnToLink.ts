/** A link to filters that is opened signed out comes back after the login (docs/product.md#links-to-filters). */

// Not among what a new session forgets.
const KEY = 'doorstep-link'

/** Of this application, and of nothing else: no address can lead elsewhere. */
const LINK = /^\/filters\/[\w-]{1,200}$/

/** Keeps the path of a link, in this tab. */
export function rememberLink(path: string): void {
  if (!LINK.test(path)) return
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Where the browser keeps nothing, the link must be opened again.
  }
}

/** The path of the link that was opened before the login; asked once. */
export function takeLink(): string | null {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path !== null && LINK.test(path) ? path : null
  } catch {
    return null
  }
}
