import { Refused } from '../api/errors'
import { ChatScreen } from '../features/chat/ChatScreen'
import { useSession } from '../state/session'

/** /support/policy, for super administrators. */
export function Component() {
  if (!useSession().isSuperAdmin) throw new Refused(403, 'unauthorized')
  return <ChatScreen />
}
