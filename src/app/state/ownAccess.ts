import { useQuery } from '@tanstack/react-query'
import { AREA_FILTER } from '#contract/households/area'
import { getOwnAccess, type OwnAccess } from '#contract/households/needToKnow'
import { queryOptions } from '../api/queryOptions'

const FRESH_MS = 60_000

export const ownAccessQuery = { ...queryOptions(getOwnAccess), staleTime: FRESH_MS }

/** While loading; the server refuses what is not allowed. */
const EVERYTHING: OwnAccess = {
  may_export: true,
  may_calculate: true,
  may_visit: false,
  hidden_filters: [],
  dot_colours: [],
  purposes: [],
}

/** What the role in effect sees and exports, as far as known. */
export const useOwnAccess = (): OwnAccess => useQuery(ownAccessQuery).data ?? EVERYTHING

/** Whether areas may be drawn: not if the role sees places by postcode. */
export const useMayDraw = (): boolean => !useOwnAccess().hidden_filters.includes(AREA_FILTER.display_name)

export const CLOSED_TO_ROLE = 'your organisation does not allow your role this'
