/** Offline, figures come from the device: counts by ward, nothing about a household. */
import { queryOptions as tanstackOptions } from '@tanstack/react-query'
import type { FilterRequest } from '#contract/households/filters'
import { streetviewWardData, type WardFeature } from '#contract/households/map'
import { digestText } from '#offline/owner'
import { call } from '../../../../api/call'
import { makeQueryKey } from '../../../../api/queryOptions'
import { persisted } from '../../../../state/device/persisted'
import { deviceTables, readKept } from '../../../../state/device/tables'
import { readLatestMonth } from '../../../../state/latestSnapshot'
import type { MapPicture, WardPicture } from './picture'

/** The ward map's picture for the selected filters. */
export const wardsQuery = (request: FilterRequest) =>
  tanstackOptions<MapPicture>({
    queryKey: makeQueryKey(streetviewWardData, { body: request }),
    queryFn: ({ signal }) => loadWards(request, signal),
    ...persisted<MapPicture>(streetviewWardData, {
      read: () => lastWards(request),
      write: async (picture) =>
        picture.view === 'ward' ? keepWards(request, picture.wards, await readLatestMonth()) : undefined,
    }),
  })

const EVERYTHING: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }

/** Names and boundaries, independent of filters. */
export const allWardsQuery = tanstackOptions<WardPicture>({
  queryKey: [...makeQueryKey(streetviewWardData), 'outlines'],
  queryFn: ({ signal }) => loadWards(EVERYTHING, signal),
  staleTime: Infinity,
  gcTime: Infinity,
  ...persisted<WardPicture>(streetviewWardData, {
    read: () => lastWards(EVERYTHING),
    write: async ({ wards }) => keepOutlines(EVERYTHING, wards, await readLatestMonth()),
  }),
})

async function loadWards(body: FilterRequest, signal: AbortSignal): Promise<WardPicture> {
  const { map_headlines: headlines, geo_json_features: wards } = await call(streetviewWardData, { body, signal })
  return { view: 'ward', headlines, wards, request: body, lastFigures: null }
}

/** Keeps the shown wards on the device. */
export const keepWards = (request: FilterRequest, wards: readonly WardFeature[], month: string | null) =>
  keep(request, wards, month, () => true)

/** Keeps outlines, unless shown figures would be replaced. */
export const keepOutlines = (request: FilterRequest, wards: readonly WardFeature[], month: string | null) =>
  keep(request, wards, month, (before, countedFor) => before === null || before === countedFor)

/** The wards last kept. */
export async function lastWards(request: FilterRequest): Promise<WardPicture | null> {
  const kept = await readKept('ward-figures')
  if (!kept) return null
  const { wards, asAt, countedFor, month } = kept
  const isOfOtherFilters = countedFor !== (await digestOfRequest(request))
  return { view: 'ward', headlines: [], wards, request, lastFigures: { asAt, month, isOfOtherFilters } }
}

/** The centre of the wards last kept. */
export async function lastCentre(): Promise<{ lat: number; lng: number } | null> {
  const wards = (await readKept('ward-figures'))?.wards ?? []
  if (wards.length === 0) return null
  const mean = (pick: (ward: WardFeature) => number) => wards.reduce((sum, ward) => sum + pick(ward), 0) / wards.length
  return { lat: mean((ward) => ward.properties.latitude), lng: mean((ward) => ward.properties.longitude) }
}

async function keep(
  request: FilterRequest,
  wards: readonly WardFeature[],
  month: string | null,
  mayReplace: (before: string | null, countedFor: string) => boolean,
): Promise<void> {
  const table = deviceTables().kept
  const countedFor = await digestOfRequest(request)
  await table.atomically(async () => {
    const before = (await readKept('ward-figures'))?.countedFor ?? null
    if (!mayReplace(before, countedFor)) return
    await table.put({ id: 'ward-figures', asAt: new Date().toISOString(), wards: [...wards], countedFor, month })
  })
}

function digestOfRequest({ filter_request_list, dynamic_filter_value_request_list }: FilterRequest): Promise<string> {
  const filters = [...filter_request_list, ...dynamic_filter_value_request_list]
  const words = filters.map(({ filter_name, filter_value_list }) =>
    JSON.stringify([filter_name, ...filter_value_list.map(String).sort()]),
  )
  return digestText(words.sort().join())
}
