import { getBasemap, type Basemap } from '#contract/households/map'
import { keptBasemap } from '#offline/basemap'
import { queryOptions, type EndpointKey } from '../api/queryOptions'
import { persisted } from './device/persisted'

/** The organisation's streets; kept by the worker (sw/caching.ts). */
export const basemapQuery = {
  ...queryOptions(getBasemap),
  ...persisted<Basemap, EndpointKey>(getBasemap, { read: keptBasemap, write: async () => {} }),
  staleTime: Infinity,
  gcTime: 0,
}
