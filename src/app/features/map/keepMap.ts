/** What the map needs without a line: for people on other pages too, and on the household map. */
import { z } from 'zod'
import { prefetchPart } from '../../api/missingPart'
import { queryClient } from '../../api/queryClient'
import { whenIdle } from '../../lib/whenIdle'
import { isKept } from '../../state/device/tables'
import { mayDrawMap } from './canvas/webgl'
import { allWardsQuery } from './data/wards'
import { basemapQuery, latestSnapshotQuery } from './queries'

/**
 * Has the device keep wards and streets, and the worker the map's code, once nothing else is being fetched. On a weak
 * line the next thing that a person does would wait for it.
 */
export async function keepMap(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isKept() || isLineWeak()) return
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
        ]
      : []),
  ])
}

const connectionSchema = z.object({ saveData: z.boolean(), effectiveType: z.string() })

/** Where the browser says so: Chromium does. */
function isLineWeak(): boolean {
  const { data } = connectionSchema.safeParse('connection' in navigator ? navigator.connection : null)
  return data !== undefined && (data.saveData || data.effectiveType.endsWith('2g'))
}
