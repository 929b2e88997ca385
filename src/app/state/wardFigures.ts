/**
 * What the ward map last showed, for when the device is offline: names, boundaries and counts by ward, and nothing on a
 * household.
 */
import type { FilterRequest } from '#contract/filters'
import type { WardFeature } from '#contract/map'
import { digestOf } from '#offline/digest'
import { deviceTables } from './device/tables'

/** Ward figures on screen that are the device's and not the server's. */
export interface LastFigures {
  /** When they were counted (ISO). */
  readonly asAt: string
  /** They were counted for other filters than are selected now. */
  readonly isOfOtherFilters: boolean
}

/** Keeps the wards that the ward map shows. */
export async function keepWards(request: FilterRequest, wards: readonly WardFeature[]): Promise<void> {
  await keep(request, wards, () => true)
}

/** Keeps wards that were loaded for their names and boundaries, unless that replaces what the ward map has shown. */
export async function keepOutlines(request: FilterRequest, wards: readonly WardFeature[]): Promise<void> {
  await keep(request, wards, (before, countedFor) => before === null || before === countedFor)
}

/** The wards that were kept last, whatever they were counted for; `null` when there are none. */
export async function lastWards(
  request: FilterRequest,
): Promise<{ wards: WardFeature[]; lastFigures: LastFigures } | null> {
  const kept = await readKept()
  if (!kept) return null
  const { wards, asAt, countedFor } = kept
  return { wards, lastFigures: { asAt, isOfOtherFilters: countedFor !== (await digestOfRequest(request)) } }
}

/** The middle of the wards kept last, to open the map on; `null` when none are kept. */
export async function lastCentre(): Promise<{ lat: number; lng: number } | null> {
  const wards = (await readKept())?.wards ?? []
  if (wards.length === 0) return null
  const mean = (pick: (ward: WardFeature) => number) => wards.reduce((sum, ward) => sum + pick(ward), 0) / wards.length
  return { lat: mean((ward) => ward.properties.latitude), lng: mean((ward) => ward.properties.longitude) }
}

async function keep(
  request: FilterRequest,
  wards: readonly WardFeature[],
  mayReplace: (before: string | null, countedFor: string) => boolean,
): Promise<void> {
  const shelf = deviceTables().kept
  const countedFor = await digestOfRequest(request)
  await shelf.atomically(async () => {
    const before = (await readKept())?.countedFor ?? null
    if (!mayReplace(before, countedFor)) return
    await shelf.put({ id: 'ward-figures', asAt: new Date().toISOString(), wards: [...wards], countedFor })
  })
}

/** The same for requests that choose the same: the order of filters and of values says nothing. */
function digestOfRequest({ filter_request_list, dynamic_filter_value_request_list }: FilterRequest): Promise<string> {
  const filters = [...filter_request_list, ...dynamic_filter_value_request_list]
  const words = filters.map(({ filter_name, filter_value_list }) =>
    JSON.stringify([filter_name, ...filter_value_list.map(String).sort()]),
  )
  return digestOf(words.sort().join())
}

async function readKept() {
  const kept = (await deviceTables().kept.list()).find((record) => record.id === 'ward-figures')
  return kept?.id === 'ward-figures' ? kept : null
}
