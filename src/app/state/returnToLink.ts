/** A link to filters opened signed out is restored after the login (docs/product.md#links-to-filters). */

// Not among what a new session forgets.
const KEY = 'doorstep-link'

/** Only paths of this application: nothing stored can lead elsewhere. */
const LINK = /^\/filters\/[\w-]{1,200}$/

/** Keeps a link's path in this tab. */
export function rememberLink(path: string): void {
  if (!LINK.test(path)) return
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage, the link must be opened again.
  }
}

/** The stored path; removed when read. */
export function takeLink(): string | null {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path !== null && LINK.test(path) ? path : null
  } catch {
    return null
  }
}
