/** What the map needs offline, kept also by people on other pages. */
import { z } from 'zod'
import { prefetchPart } from '../../../api/missingPart'
import { queryClient } from '../../../api/queryClient'
import { whenIdle } from '../../../lib/whenIdle'
import { isKeptOnDevice } from '../../../state/device/tables'
import { mayDrawMap } from './canvas/webgl'
import { allWardsQuery } from './data/wards'
import { loadShapes } from './layers/loadShapes'
import { basemapQuery } from './mapQueries'
import { latestSnapshotQuery } from '../../../state/latestSnapshot'

/**
 * Keeps wards, streets and the map's code on the device once nothing else is being fetched. Skipped on a weak
 * connection, where the person's next action would wait for it.
 */
export async function keepMap(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isKeptOnDevice() || isLineWeak()) return
  do await whenIdle()
  while (queryClient.isFetching() > 0)
  await Promise.allSettled([
    queryClient.query(latestSnapshotQuery),
    queryClient.query(allWardsQuery),
    ...(mayDrawMap()
      ? [
          queryClient.query(basemapQuery),
          prefetchPart(() => import('./canvas/MapCanvas')),
          prefetchPart(() => import('./canvas/OpenBasemap')),
          prefetchPart(loadShapes),
        ]
      : []),
  ])
}

const connectionSchema = z.object({ saveData: z.boolean(), effectiveType: z.string() })

/** Only Chromium tells. */
function isLineWeak(): boolean {
  const { data } = connectionSchema.safeParse('connection' in navigator ? navigator.connection : null)
  return data !== undefined && (data.saveData || data.effectiveType.endsWith('2g'))
}
