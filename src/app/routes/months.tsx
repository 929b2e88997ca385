import { Refused } from '../api/errors'
import { MonthsScreen } from '../features/months/MonthsScreen'
import { useSession } from '../state/session'

/** /settings/months, for administrators. */
export function Component() {
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return <MonthsScreen />
}
