import { Refused } from '../api/errors'
import { KeptScreen } from '../features/campaigns/kept/KeptScreen'
import { useSession } from '../state/session'

/** /settings/templates, for administrators. */
export function Component() {
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return <KeptScreen />
}
