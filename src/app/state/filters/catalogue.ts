import { getAllFilters } from '#contract/filters'
import { queryClient } from '../../api/queryClient'
import { queryOptions } from '../../api/queryOptions'
import { onWorkerNews } from '../../api/workerNews'

export const catalogueQuery = {
  ...queryOptions(getAllFilters),
  // Offline the worker's copy answers.
  networkMode: 'offlineFirst',
  staleTime: Infinity,
  gcTime: Infinity,
} as const

/** Refetches when the worker reports a change. */
export function watchCatalogue(): void {
  onWorkerNews(() => void queryClient.invalidateQueries({ queryKey: catalogueQuery.queryKey }))
}
