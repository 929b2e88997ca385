import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getAllFilters, type FilterCategory, isRangeType } from '#contract/households/filters'
import { queryOptions, type EndpointKey } from '../../api/queryOptions'
import { persisted } from '../device/persisted'
import { deviceTables, readKept, tablesOpened } from '../device/tables'
import type { FilterPlace } from './selection'

export const catalogueQuery = {
  ...queryOptions(getAllFilters),
  ...persisted<FilterCategory[], EndpointKey>(getAllFilters, {
    isCopyFirst: true,
    async read() {
      const { categories = [] } = (await readKept('catalogue')) ?? {}
      return categories.length > 0 ? categories : null
    },
    async write(categories) {
      await tablesOpened()
      await deviceTables().kept.put({ id: 'catalogue', categories })
    },
  }),
  staleTime: Infinity,
  gcTime: Infinity,
} as const

/** Whether a filter's two values are the ends of a range. */
export function useIsRange(): (place: Pick<FilterPlace, 'filterName'>) => boolean {
  const { data: categories } = useQuery(catalogueQuery)
  const ranges = useMemo(() => {
    const filters = (categories ?? []).flatMap(({ subcategories }) => subcategories.flatMap((one) => one.filters))
    return new Set(filters.filter(({ type }) => isRangeType(type)).map((filter) => filter.filter_name))
  }, [categories])
  return useCallback(({ filterName }) => ranges.has(filterName), [ranges])
}
