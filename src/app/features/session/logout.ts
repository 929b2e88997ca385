import { LOGOUT_ADDRESS } from '../../api/endSession'
import { abortCalls } from '../../api/abortOnLogout'
import { probeNow } from '../../state/online'
import { rememberToEndSession, whileEndingSession } from '../../state/pendingLogout'
import { wipeDevice } from '../../state/wipe'

/** Longer than the logout address takes on a weak line, in milliseconds. */
const LEAVING_LIMIT = 60_000

/**
 * Wipes what the device keeps and leaves for the backend logout address: a browser navigation, not a fetch.
 * Without a line the device forgets all the same. That the server's session is to be ended is noted in any case: the
 * line may go before the browser gets there. The server's answer has the browser forget the note, or the login page
 * does what it says.
 */
export async function logOut(): Promise<void> {
  rememberToEndSession()
  abortCalls()
  const wiped = wipeDevice()
  await whileEndingSession(async () => {
    const [isOnline] = await Promise.all([probeNow(), wiped])
    window.location.replace(isOnline ? LOGOUT_ADDRESS : '/login')
    // Until the document goes: other tabs, on their login page by now, must not end it before the browser gets there.
    await new Promise((resolve) => setTimeout(resolve, LEAVING_LIMIT))
  })
}
