import { Outlet } from 'react-router-dom'
import { Refused } from '../api/errors'
import { useSession } from '../state/session'

/** Screens for administrators. @throws Refused for others */
export function Administrators() {
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return <Outlet />
}

/** Screens for super administrators. @throws Refused for others */
export function SuperAdmins() {
  if (!useSession().isSuperAdmin) throw new Refused(403, 'unauthorized')
  return <Outlet />
}
