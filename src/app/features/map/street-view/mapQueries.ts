import { queryOptions as tanstackOptions } from '@tanstack/react-query'
import { getMapClient, streetviewWardData, type MapClient } from '#contract/households/map'
import { call } from '../../../api/call'
import { makeQueryKey } from '../../../api/queryOptions'
import { persisted } from '../../../state/device/persisted'
import { lastCentre } from './data/wards'
import { PREFETCHED_FOR } from '../../../state/latestSnapshot'
/** The map's key and centre, with a device fallback when offline. */
export const mapClientQuery = tanstackOptions<MapClient>({
  queryKey: makeQueryKey(getMapClient),
  queryFn: ({ signal }) => call(getMapClient, { signal }),
  staleTime: PREFETCHED_FOR,
  ...persisted<MapClient>(streetviewWardData, {
    read: async () => {
      const centre = await lastCentre()
      return centre && { key: '', ...centre }
    },
    write: async () => {},
  }),
})
