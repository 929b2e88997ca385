/**
 * A logout that the server may not know of yet. Policy (docs/product.md#the-device): the device forgets at once; that
 * the server's session is still to be ended is one flag without a name, and nobody's session is opened here before that
 * has happened.
 */
import { endSession } from '../api/endSession'

const FLAG = 'doorstep-end-session'
const TRY_AGAIN_AFTER = 5_000

/** Remembers that the session is to be ended when the line is back. */
export function rememberToEndSession(): void {
  try {
    localStorage.setItem(FLAG, '1')
  } catch {
    // Nothing is kept in this browser: the server ends the session by itself in time.
  }
}

/** Whether a session is still to be ended. */
export function isSessionToBeEnded(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

/** Ends it now, or after the tab that is at it. @returns whether there is nothing left to end. */
export async function endPendingSession(): Promise<boolean> {
  if (!isSessionToBeEnded()) return true
  return whileEndingSession(async () => {
    if (!isSessionToBeEnded()) return true
    if (!(await endSession())) return false
    localStorage.removeItem(FLAG)
    return true
  })
}

/** Does the work while no other tab ends the session. */
export const whileEndingSession = <Result>(work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('doorstep-end-session', work) : work()

/** Tries until it is done: again and again, and at once when the browser says that there is a network. */
export async function endPendingSessionInTime(): Promise<void> {
  while (!(await endPendingSession())) {
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        window.removeEventListener('online', goOn)
        resolve()
      }
      const timer = setTimeout(goOn, TRY_AGAIN_AFTER)
      window.addEventListener('online', goOn)
    })
  }
}
