import { LOGOUT_ADDRESS } from '../../api/endSession'
import { probeNow } from '../../state/online'
import { rememberToEndSession } from '../../state/pendingLogout'
import { wipeDevice } from '../../state/wipe'

/**
 * Wipes what the device keeps and leaves for the backend logout address: a browser navigation, not a fetch.
 * Without a line the device forgets all the same, and the server's session is ended when the line is back.
 */
export async function logOut(): Promise<void> {
  const isOnline = await probeNow()
  if (!isOnline) rememberToEndSession()
  await wipeDevice()
  window.location.assign(isOnline ? LOGOUT_ADDRESS : '/login')
}
