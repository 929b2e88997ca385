import { getLatestSnapshot } from '#contract/households/map'
import { queryClient } from '../api/queryClient'
import { queryOptions } from '../api/queryOptions'

/** How long data that a page prefetches is fresh, in milliseconds. */
export const PREFETCHED_FOR = 60_000

export const latestSnapshotQuery = { ...queryOptions(getLatestSnapshot), staleTime: PREFETCHED_FOR }

/** 'October 2026'; null unless something else on the page asked for the month. */
export async function readLatestMonth(): Promise<string | null> {
  if (!queryClient.getQueryState(latestSnapshotQuery.queryKey)) return null
  const latest = await queryClient.query(latestSnapshotQuery).catch(() => null)
  return latest?.formatted_snapshot ?? null
}
