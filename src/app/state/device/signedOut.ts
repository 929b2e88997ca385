/**
 * What outlives a person on the login page, which stays light: why it is shown, and a logout that the server has not
 * confirmed. The device forgets at once; that the server's session must still end is one flag without a name, and no
 * session is opened here before it has.
 */
import { endSession } from '../../api/endSession'
import { atom } from '../store'

/** Why the login page is shown, or `null`. */
export const signInReasonAtom = atom<string | null>(null)

const FLAG = 'doorstep-end-session'
const RETRY_AFTER = 5_000

/** Notes that the server's session must be ended. */
export function rememberLogout(): void {
  try {
    localStorage.setItem(FLAG, '1')
  } catch {
    // Nothing is kept in this browser: the session ends by itself in time.
  }
}

/** Whether a session is still to be ended. */
export function isLogoutPending(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

/** Ends it, or waits for the tab that does. @returns whether nothing is left to end. */
export async function finishLogout(): Promise<boolean> {
  if (!isLogoutPending()) return true
  return whileEndingSession(async () => {
    if (!isLogoutPending()) return true
    if (!(await endSession())) return false
    localStorage.removeItem(FLAG)
    return true
  })
}

/** Does the work while no other tab ends the session. */
export const whileEndingSession = <Result>(work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('doorstep-end-session', work) : work()

/** Retries until it is done, and at once when the browser reports a network. */
export async function finishLogoutInTime(): Promise<void> {
  while (!(await finishLogout())) {
    await new Promise<void>((resolve) => {
      const retry = () => {
        clearTimeout(timer)
        window.removeEventListener('online', retry)
        resolve()
      }
      const timer = setTimeout(retry, RETRY_AFTER)
      window.addEventListener('online', retry)
    })
  }
}
