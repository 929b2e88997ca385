/*
 * Ending the server's session without leaving the page, for a logout that was made without a line.
 */

/** Where the session is ended, here and at the issuer. */
export const LOGOUT_ADDRESS = '/backend/auth/logout'

/** How long the server may take, in milliseconds: whoever opens the app waits for it. */
const LIMIT = 8_000

/** Ends the server's session of this browser. @returns whether the server did. */
export async function endSession(): Promise<boolean> {
  try {
    // It answers by leading on to the login page or the issuer; the cookie is gone either way.
    const response = await fetch(LOGOUT_ADDRESS, {
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
