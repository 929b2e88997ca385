import { queryOptions as tanstackOptions } from '@tanstack/react-query'
import { getBasemap, getLatestSnapshot, getMapClient, type MapClient } from '#contract/map'
import { call } from '../../api/call'
import { queryKeyOf, queryOptions } from '../../api/queryOptions'
import { persisted } from '../../state/device/persisted'
import { lastCentre } from '../../state/wardFigures'

/** What was prefetched for the first page is not fetched again by it; milliseconds. */
const PREFETCHED_FOR = 60_000

/** Which month the data are of. */
export const latestSnapshotQuery = { ...queryOptions(getLatestSnapshot), staleTime: PREFETCHED_FOR }

/** The map's key and centre; offline, the wards that this device showed last, on the open basemap. */
export const mapClientQuery = tanstackOptions<MapClient>({
  queryKey: queryKeyOf(getMapClient),
  queryFn: ({ signal }) => call(getMapClient, { signal }),
  staleTime: PREFETCHED_FOR,
  ...persisted<MapClient>({
    read: async () => {
      const centre = await lastCentre()
      return centre && { key: '', ...centre }
    },
    write: async () => {},
  }),
})

/** The open basemap's streets. Not kept: an address in it may expire. */
export const basemapQuery = { ...queryOptions(getBasemap), staleTime: Infinity, gcTime: 0 }
