import { queryOptions as tanstackOptions } from '@tanstack/react-query'
import { getBasemap, getLatestSnapshot, getMapClient, streetviewWardData, type MapClient } from '#contract/map'
import { call } from '../../api/call'
import { queryKeyOf, queryOptions } from '../../api/queryOptions'
import { persisted } from '../../state/device/persisted'
import { lastCentre } from './data/wards'

/** Milliseconds for which prefetched data is fresh. */
const PREFETCHED_FOR = 60_000

export const latestSnapshotQuery = { ...queryOptions(getLatestSnapshot), staleTime: PREFETCHED_FOR }

/** The map's key and centre, with a device fallback when offline. */
export const mapClientQuery = tanstackOptions<MapClient>({
  queryKey: queryKeyOf(getMapClient),
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

/** Not persisted: a signed address in it may expire. */
export const basemapQuery = { ...queryOptions(getBasemap), staleTime: Infinity, gcTime: 0 }
