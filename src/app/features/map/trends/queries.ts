import { keepPreviousData } from '@tanstack/react-query'
import type { FilterRequest } from '#contract/households/filters'
import { getMoves, getTrends } from '#contract/households/trends'
import { queryOptions } from '../../../api/queryOptions'

/** Headline figures month by month. */
export const trendsQuery = (request: FilterRequest) => queryOptions(getTrends, { body: request })

/** What changed since a month; the previous answer stays while loading. */
export const movesQuery = (request: FilterRequest, month: string) => ({
  ...queryOptions(getMoves, { body: { ...request, month } }),
  placeholderData: keepPreviousData,
})
