import { queryClient } from '../api/queryClient'
import { referenceFilterQuery } from '../features/filters/queries'
import { latestSnapshotQuery, mapClientQuery } from '../features/map/queries'
import { whenIdle } from '../lib/whenIdle'
import { catalogueQuery } from '../state/filters/catalogue'
import { isLogoutPending } from '../state/device/signedOut'
import { templatesQuery } from '../state/templateStore'
import { WIDE_ENOUGH_FOR_PANEL } from '../state/useMediaQuery'

/** The component that shows it retries, and says what failed. */
const failsLater = () => {}

let hasPrefetched = false

/**
 * Prefetches what the map's page shows first while its code, and the answer on who is signed in, are still on their
 * way: once, when the app starts there. It waits for nothing.
 */
export function mapLoader(): null {
  if (hasPrefetched) return null
  hasPrefetched = true
  // Offline, and while a session is still to be ended, nothing may be sent.
  if (!navigator.onLine || isLogoutPending()) return null
  queryClient.query(latestSnapshotQuery).catch(failsLater)
  queryClient.query(mapClientQuery).catch(failsLater)
  // Where the filters lie in a sheet, the figures and the map come first.
  if (matchMedia(WIDE_ENOUGH_FOR_PANEL).matches) prefetchPanel()
  else void whenIdle().then(prefetchPanel)
  return null
}

function prefetchPanel(): void {
  // The worker may answer the catalogue from what it keeps of whoever was here last: that waits for the session.
  const isServedByWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  if (!isServedByWorker) queryClient.query(catalogueQuery).catch(failsLater)
  queryClient.query(templatesQuery).catch(failsLater)
  queryClient.query(referenceFilterQuery).catch(failsLater)
}
