import { getFilterFacets, type FilterRequest } from '#contract/households/filters'
import { queryOptions } from '../../api/queryOptions'

const NO_FILTERS: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }

export const allHouseholdsQuery = { ...queryOptions(getFilterFacets, { body: NO_FILTERS }), staleTime: Infinity }
