import { Refused } from '../api/errors'
import { PeopleScreen } from '../features/team/PeopleScreen'
import { useSession } from '../state/session'

/** /settings/people, for administrators. */
export function Component() {
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return <PeopleScreen />
}
