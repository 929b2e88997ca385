/** Counts by ward, for offline use; nothing on a household. */
import type { FilterRequest } from '#contract/filters'
import type { WardFeature } from '#contract/map'
import { digestOf } from '#offline/digest'
import { deviceTables, readKept } from './device/tables'

export interface LastFigures {
  /** ISO. */
  readonly asAt: string
  readonly isOfOtherFilters: boolean
}

/** Keeps the wards on screen. */
export async function keepWards(request: FilterRequest, wards: readonly WardFeature[]): Promise<void> {
  await keep(request, wards, () => true)
}

/** Keeps outlines, unless they replace what the map has shown. */
export async function keepOutlines(request: FilterRequest, wards: readonly WardFeature[]): Promise<void> {
  await keep(request, wards, (before, countedFor) => before === null || before === countedFor)
}

/** The wards kept last. */
export async function lastWards(
  request: FilterRequest,
): Promise<{ wards: WardFeature[]; lastFigures: LastFigures } | null> {
  const kept = await readKept('ward-figures')
  if (!kept) return null
  const { wards, asAt, countedFor } = kept
  return { wards, lastFigures: { asAt, isOfOtherFilters: countedFor !== (await digestOfRequest(request)) } }
}

/** Their middle. */
export async function lastCentre(): Promise<{ lat: number; lng: number } | null> {
  const wards = (await readKept('ward-figures'))?.wards ?? []
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
    const before = (await readKept('ward-figures'))?.countedFor ?? null
    if (!mayReplace(before, countedFor)) return
    await shelf.put({ id: 'ward-figures', asAt: new Date().toISOString(), wards: [...wards], countedFor })
  })
}

/** Regardless of order. */
function digestOfRequest({ filter_request_list, dynamic_filter_value_request_list }: FilterRequest): Promise<string> {
  const filters = [...filter_request_list, ...dynamic_filter_value_request_list]
  const words = filters.map(({ filter_name, filter_value_list }) =>
    JSON.stringify([filter_name, ...filter_value_list.map(String).sort()]),
  )
  return digestOf(words.sort().join())
}
