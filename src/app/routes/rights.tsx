import { Refused } from '../api/errors'
import { RightsDeskScreen } from '../features/rights/RightsDeskScreen'
import { useSession } from '../state/session'

/** /settings/rights, for administrators. */
export function Component() {
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return <RightsDeskScreen />
}
