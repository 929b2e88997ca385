import { keepPreviousData, queryOptions as tanstackOptions } from '@tanstack/react-query'
import { findFilterValues, getHouseholdReferenceFilter, type Filter } from '#contract/households/filters'
import { makeQueryKey, queryOptions } from '../../../api/queryOptions'
import { searchServer } from './searchSource'

/** The household reference filter with its first values; memory only. */
export const referenceFilterQuery = {
  ...queryOptions(getHouseholdReferenceFilter, { query: {} }),
  select: (filter: Omit<Filter, 'description'>): Filter => ({ ...filter, description: '' }),
  staleTime: Infinity,
  gcTime: Infinity,
}

/** The server's options for a text; the previous ones stay while loading. */
export const searchQuery = (filter: Filter, text: string) =>
  tanstackOptions({
    queryKey: makeQueryKey(findFilterValues, { query: { filter_name: filter.filter_name, text: text.trim() } }),
    queryFn: ({ signal }) => searchServer(filter, text, signal),
    placeholderData: keepPreviousData,
  })
