/** docs/product.md#login */

// Not among what a new session forgets.
const KEY = 'doorstep-link'

const HERE = 'https://doorstep.invalid'

/** Only addresses of this application's screens: nothing stored can lead elsewhere. */
function isScreen(address: string): boolean {
  const { origin, pathname } = new URL(address, HERE)
  return origin === HERE && address !== '/' && !/^\/(login|logout|backend|api)(\/|$)/.test(pathname)
}

/** Keeps an address in this tab. */
export function rememberLink(address: string): void {
  if (!isScreen(address)) return
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Without storage, it must be opened again.
  }
}

/** The stored address; removed when read. */
export function takeLink(): string | null {
  try {
    const address = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return address !== null && isScreen(address) ? address : null
  } catch {
    return null
  }
}
