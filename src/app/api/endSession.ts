import { DATABASE_PREFIX } from '#offline/owner'

export const LOGOUT_ADDRESS = '/backend/auth/logout'

const LIMIT = 8_000

/** The logout address. The server then clears this site, except any sealed work of others. */
export async function logoutAddress(): Promise<string> {
  try {
    const hasSealed = (await indexedDB.databases()).some(({ name }) => name?.startsWith(DATABASE_PREFIX))
    return hasSealed ? `${LOGOUT_ADDRESS}?keep=sealed` : LOGOUT_ADDRESS
  } catch {
    return LOGOUT_ADDRESS
  }
}

/** Ends the server's session without leaving the page. @returns whether it ended */
export async function endSession(): Promise<boolean> {
  try {
    // It redirects to the login page or the issuer; the cookie is gone either way.
    const response = await fetch(await logoutAddress(), {
      redirect: 'manual',
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(LIMIT),
    })
    return response.type === 'opaqueredirect' || response.ok
  } catch {
    return false
  }
}

// After a logout a call in flight would get a 401, and "session ended".
let controller = new AbortController()

/** Aborted once the person logs out. */
export const logoutSignal = (): AbortSignal => controller.signal

/** Aborts calls, also later ones; none settles. */
export function abortCalls(): void {
  controller.abort()
}

/** Allows calls again. */
export function allowCalls(): void {
  if (controller.signal.aborted) controller = new AbortController()
}

let listener: () => void = () => {}

/** Registers what happens after a 401. */
export function onSignedOut(happens: () => void): void {
  listener = happens
}

/** Reports a 401. */
export function notifySignedOut(): void {
  listener()
}
