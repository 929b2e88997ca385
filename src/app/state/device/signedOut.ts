/** The login page's light part: why it shows, who comes next, and pending logouts. */
import { endSession } from '../../api/endSession'
import { atom } from '../store'

export const signInReasonAtom = atom<string | null>(null)

const FLAG = 'doorstep-end-session'
const RETRY_AFTER = 5_000

/** Notes a logout. */
export function rememberLogout(): void {
  try {
    localStorage.setItem(FLAG, '1')
  } catch {
    // Without storage, the session expires by itself.
  }
}

/** Whether a logout is pending. */
export function isLogoutPending(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

/** Ends the session. @returns whether nothing is left to end */
export async function finishLogout(): Promise<boolean> {
  if (!isLogoutPending()) return true
  return whileEndingSession(async () => {
    if (!isLogoutPending()) return true
    if (!(await endSession())) return false
    localStorage.removeItem(FLAG)
    return true
  })
}

/** Keeps other tabs from ending it meanwhile. */
export const whileEndingSession = <Result>(work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('doorstep-end-session', work) : work()

/** Retries until done, at once on a new network. */
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

const SIGN_IN_FLAG = 'doorstep-signing-in'

/** Notes a sign-in, perhaps by someone else. */
export function rememberSignIn(): void {
  try {
    sessionStorage.setItem(SIGN_IN_FLAG, '1')
  } catch {
    // Without storage, the server's answer replaces the remembered person.
  }
}

/** Whether this tab comes from a sign-in; clears the flag. */
export function comesFromSignIn(): boolean {
  const isSigningIn = sessionStorage.getItem(SIGN_IN_FLAG) !== null
  sessionStorage.removeItem(SIGN_IN_FLAG)
  return isSigningIn
}
