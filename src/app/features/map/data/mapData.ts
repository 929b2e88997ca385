import { queryOptions as tanstackOptions } from '@tanstack/react-query'
import type { FilterRequest } from '#contract/filters'
import { streetviewHouseholdData, streetviewWardData } from '#contract/map'
import { call } from '../../../api/call'
import { queryKeyOf } from '../../../api/queryOptions'
import { persisted } from '../../../state/device/persisted'
import { keepOutlines, keepWards, lastWards } from '../../../state/wardFigures'
import { loadHouseholds } from './households'
import type { MapPicture, MapView, WardPicture } from './picture'

/** A view's picture for the selected filters; a new request aborts the previous one. */
export const mapDataQuery = (view: MapView, request: FilterRequest) =>
  tanstackOptions<MapPicture>({
    // Large and soon outdated; the screen itself keeps what it shows.
    gcTime: 0,
    refetchOnReconnect: 'always',
    structuralSharing: false,
    ...(view === 'ward'
      ? {
          queryKey: queryKeyOf(streetviewWardData, { body: request }),
          queryFn: ({ signal }) => loadWards(request, signal),
          ...persisted<MapPicture>(streetviewWardData, {
            read: () => wardsOfDevice(request),
            write: async (picture) => (picture.view === 'ward' ? keepWards(request, picture.wards) : undefined),
          }),
        }
      : {
          queryKey: queryKeyOf(streetviewHouseholdData, { body: request }),
          queryFn: ({ client, signal }) => loadHouseholds(client, request, signal),
        }),
  })

const EVERYTHING: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }

/** Names and boundaries of all wards, independent of filters. */
export const allWardsQuery = tanstackOptions<WardPicture>({
  queryKey: [...queryKeyOf(streetviewWardData), 'outlines'],
  queryFn: ({ signal }) => loadWards(EVERYTHING, signal),
  staleTime: Infinity,
  gcTime: Infinity,
  ...persisted<WardPicture>(streetviewWardData, {
    read: () => wardsOfDevice(EVERYTHING),
    write: ({ wards }) => keepOutlines(EVERYTHING, wards),
  }),
})

async function loadWards(body: FilterRequest, signal: AbortSignal): Promise<WardPicture> {
  const { map_headlines: headlines, geo_json_features: wards } = await call(streetviewWardData, { body, signal })
  return { view: 'ward', headlines, wards, lastFigures: null }
}

async function wardsOfDevice(request: FilterRequest): Promise<WardPicture | null> {
  const last = await lastWards(request)
  return last && { view: 'ward', headlines: [], ...last }
}
