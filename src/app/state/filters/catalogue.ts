import { getAllFilters, type FilterCategory } from '#contract/filters'
import { queryOptions, type EndpointKey } from '../../api/queryOptions'
import { persisted } from '../device/persisted'
import { deviceTables, readKept, tablesOpened } from '../device/tables'

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
