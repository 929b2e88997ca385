import { getAllFilters } from '#contract/filters'
import { queryClient } from '../../api/queryClient'
import { queryOptions } from '../../api/queryOptions'
import { onWorkerNews } from '../../api/workerNews'

/** The filter catalogue of the organisation in view: fetched once, and again when the worker reports another one. */
export const catalogueQuery = {
  ...queryOptions(getAllFilters),
  // Offline the call answers with what the worker keeps.
  networkMode: 'offlineFirst',
  staleTime: Infinity,
  gcTime: Infinity,
} as const

/**
 * Starts to listen for a changed catalogue: the worker answers with the one that it keeps and asks the server behind
 * it. Called before anything asks for the catalogue.
 */
export function watchCatalogue(): void {
  onWorkerNews(() => void queryClient.invalidateQueries({ queryKey: catalogueQuery.queryKey }))
}
