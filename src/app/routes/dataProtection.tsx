import { Refused } from '../api/errors'
import { DataProtectionScreen } from '../features/dataProtection/DataProtectionScreen'
import { useSession } from '../state/session'

/** /settings/data-protection, for administrators. */
export function Component() {
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return <DataProtectionScreen />
}
