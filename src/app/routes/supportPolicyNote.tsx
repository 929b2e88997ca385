import { Refused } from '../api/errors'
import { NoteScreen } from '../features/chat/NoteScreen'
import { useSession } from '../state/session'

/** /support/policy/notes/{note}: the passage that a reply quotes, for super administrators. */
export function Component() {
  if (!useSession().isSuperAdmin) throw new Refused(403, 'unauthorized')
  return <NoteScreen />
}
