/** For offline use, also by people on other pages. */
import { z } from 'zod'
import { queryClient } from '../../../api/queryClient'
import { whenIdle } from '../../../lib/whenIdle'
import { isKeptOnDevice } from '../../../state/device/tables'
import { mayDrawMap } from './canvas/webgl'
import { allWardsQuery } from './data/wards'
import { basemapQuery } from '../../../state/basemap'
import { latestSnapshotQuery } from '../../../state/latestSnapshot'

/** Keeps wards and streets once nothing else is fetched. Not on a slow connection. */
export async function keepMap(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isKeptOnDevice() || isLineWeak()) return
  do await whenIdle()
  while (queryClient.isFetching() > 0)
  await Promise.allSettled([
    queryClient.query(latestSnapshotQuery),
    queryClient.query(allWardsQuery),
    ...(mayDrawMap() ? [queryClient.query(basemapQuery)] : []),
  ])
}

const connectionSchema = z.object({ saveData: z.boolean(), effectiveType: z.string() })

/** Only Chromium tells. */
function isLineWeak(): boolean {
  const { data } = connectionSchema.safeParse('connection' in navigator ? navigator.connection : null)
  return data !== undefined && (data.saveData || data.effectiveType.endsWith('2g'))
}
