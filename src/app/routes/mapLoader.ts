import { prefetchPart } from '../api/missingPart'
import { queryClient } from '../api/queryClient'
import { referenceFilterQuery } from '../features/map/filters/searchSource'
import { canDrawMap } from '../features/map/street-view/canvas/webgl'
import { mapClientQuery } from '../features/map/street-view/mapQueries'
import { whenIdle } from '../lib/whenIdle'
import { catalogueQuery } from '../state/filters/catalogue'
import { isLogoutPending } from '../state/device/signedOut'
import { whenSignedIn, whoIsRemembered } from '../state/device/start'
import { templatesQuery } from '../state/templateStore'
import { WIDE_ENOUGH_FOR_PANEL } from '../state/useMediaQuery'
import { latestSnapshotQuery } from '../state/latestSnapshot'

const failsLater = () => {}

let hasPrefetched = false

/** Prefetches what the map page shows first, once, without waiting. */
export function mapLoader(): null {
  if (hasPrefetched) return null
  hasPrefetched = true
  // The check also starts the browser's graphics while the network is busy.
  const engine = canDrawMap() ? prefetchEngine() : undefined
  // Nothing may be sent before a pending logout.
  if (isLogoutPending()) return null
  void whoIsRemembered().then(prefetch)
  void Promise.all([engine, whenSignedIn()]).then(prefetchPoints)
  return null
}

const prefetchEngine = () =>
  Promise.all([
    import('../features/map/street-view/canvas/MapCanvas'),
    // Most organisations have no Google key; the others load its map later.
    import('../features/map/street-view/canvas/OpenBasemap'),
  ]).catch(failsLater)

function prefetch(): void {
  queryClient.query(latestSnapshotQuery).catch(failsLater)
  queryClient.query(mapClientQuery).catch(failsLater)
  // In a sheet, filters come last.
  if (matchMedia(WIDE_ENOUGH_FOR_PANEL).matches) prefetchPanel()
  else void whenIdle().then(prefetchPanel)
}

async function prefetchPoints(): Promise<void> {
  const households = await prefetchPart(() => import('../features/map/street-view/data/households'))
  if (!isLogoutPending()) households?.prefetchPoints(queryClient).catch(failsLater)
}

function prefetchPanel(): void {
  // After a first visit the device's copy is faster.
  const isVisited = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  if (!isVisited) queryClient.query(catalogueQuery).catch(failsLater)
  queryClient.query(templatesQuery).catch(failsLater)
  queryClient.query(referenceFilterQuery).catch(failsLater)
}
