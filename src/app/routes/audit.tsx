import { Refused } from '../api/errors'
import { AuditScreen } from '../features/audit/AuditScreen'
import { useSession } from '../state/session'

/** /settings/audit, for super administrators. */
export function Component() {
  if (!useSession().isSuperAdmin) throw new Refused(403, 'unauthorized')
  return <AuditScreen />
}
