import {
  DYNAMIC_FILTER_NAMES,
  findFilterValues,
  getHouseholdReferenceFilter,
  matchFilterValues,
  matchHouseholdReferences,
  type DynamicFilterName,
  type Filter,
  type FilterValue,
} from '#contract/households/filters'
import { keepPreviousData, queryOptions as tanstackOptions } from '@tanstack/react-query'
import { call } from '../../../api/call'
import { makeQueryKey, queryOptions } from '../../../api/queryOptions'
import { matchPasted, splitPasted } from '../../../lib/matchPasted'
import type { SelectedValue } from '../../../state/filters/selection'

/* Whole lists are searched here, lists cut short (`total` exceeds values) on the server. */

const OPTIONS_WITHOUT_QUERY = 50
const OPTIONS_WITH_QUERY = 100
/** Milliseconds. */
export const SEARCH_DELAY = 300
const MAX_VALUE_LENGTH = 200

export interface FoundOptions {
  options: SelectedValue[]
  total: number | null
}

/** Whether the list is cut short. */
export function isPartial(filter: Filter): boolean {
  return filter.total !== undefined && filter.total > filter.filter_values.length && isDynamic(filter.filter_name)
}

/** Without a query, the first values. */
export function searchHeld(filter: Filter, query: string): FoundOptions {
  const wanted = fold(query)
  if (wanted === '') {
    const options = filter.filter_values.slice(0, OPTIONS_WITHOUT_QUERY).map(toSelectedValue)
    return { options, total: filter.total ?? filter.filter_values.length }
  }
  const found = filter.filter_values.filter((value) => fold(value.display_name).includes(wanted))
  const first = found.filter((value) => fold(value.display_name).startsWith(wanted))
  const rest = found.filter((value) => !fold(value.display_name).startsWith(wanted))
  return { options: [...first, ...rest].slice(0, OPTIONS_WITH_QUERY).map(toSelectedValue), total: found.length }
}

async function searchServer(filter: Filter, query: string, signal: AbortSignal): Promise<FoundOptions> {
  const asked = { query: query.trim(), limit: OPTIONS_WITH_QUERY }
  if (filter.filter_name === 'household_references') {
    const { filter_values, total } = await call(getHouseholdReferenceFilter, { query: asked, signal })
    return { options: filter_values.slice(0, OPTIONS_WITH_QUERY).map(toSelectedValue), total: total ?? null }
  }
  if (!isDynamic(filter.filter_name)) return searchHeld(filter, query)
  const { filter_values, total } = await call(findFilterValues, {
    query: { ...asked, filter_name: filter.filter_name },
    signal,
  })
  return { options: filter_values.slice(0, OPTIONS_WITH_QUERY).map(toSelectedValue), total }
}

export interface Resolved {
  matched: SelectedValue[]
  unmatched: string[]
}

/** Matches pasted text here or on the server; sorted by id. @throws as `call` */
export async function resolvePasted(filter: Filter, text: string, signal: AbortSignal): Promise<Resolved> {
  if (!isPartial(filter)) return matchPasted(text, filter.filter_values.map(toSelectedValue))
  const pasted = splitPasted(text)
  const values = pasted.filter((value) => value.length <= MAX_VALUE_LENGTH)
  const tooLong = pasted.filter((value) => value.length > MAX_VALUE_LENGTH)
  const { matched, unmatched } = await matchOnServer(filter.filter_name, values, signal)
  const found = matched.map(toSelectedValue)
  const sorted = matchPasted(found.map((value) => value.displayName).join('\n'), found).matched
  return { matched: sorted, unmatched: [...splitPasted(unmatched.join('\n')), ...tooLong] }
}

async function matchOnServer(filterName: string, values: string[], signal: AbortSignal) {
  if (!isDynamic(filterName)) return { matched: [], unmatched: values }
  if (filterName === 'household_references') return call(matchHouseholdReferences, { body: { values }, signal })
  return call(matchFilterValues, { body: { filter_name: filterName, values }, signal })
}

/** As the selection stores it. */
export const toSelectedValue = (value: FilterValue): SelectedValue => ({
  id: value.name,
  displayName: value.display_name,
})

const dynamicNames: readonly string[] = DYNAMIC_FILTER_NAMES
const isDynamic = (name: string): name is DynamicFilterName => dynamicNames.includes(name)
const fold = (text: string) => text.trim().toLocaleLowerCase('en-GB')

/** With its first values; memory only. */
export const referenceFilterQuery = {
  ...queryOptions(getHouseholdReferenceFilter, { query: {} }),
  select: (filter: Omit<Filter, 'description'>): Filter => ({ ...filter, description: '' }),
  staleTime: Infinity,
  gcTime: Infinity,
}

/** From the server; previous options stay while loading. */
export const searchQuery = (filter: Filter, text: string) =>
  tanstackOptions({
    queryKey: makeQueryKey(findFilterValues, { query: { filter_name: filter.filter_name, text: text.trim() } }),
    queryFn: ({ signal }) => searchServer(filter, text, signal),
    placeholderData: keepPreviousData,
  })
