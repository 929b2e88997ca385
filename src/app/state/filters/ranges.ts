import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { isRangeType } from '#contract/filters'
import { catalogueQuery } from './catalogue'
import type { FilterPlace } from './selection'

/** Whether a filter's two values are the ends of a range. */
export function useIsRange(): (place: Pick<FilterPlace, 'filterName'>) => boolean {
  const { data: categories } = useQuery(catalogueQuery)
  const ranges = useMemo(() => {
    const filters = (categories ?? []).flatMap(({ subcategories }) => subcategories.flatMap((one) => one.filters))
    return new Set(filters.filter(({ type }) => isRangeType(type)).map((filter) => filter.filter_name))
  }, [categories])
  return useCallback(({ filterName }) => ranges.has(filterName), [ranges])
}
