/**
 * What the ward map last showed, for when there is no line: names, boundaries and counts by ward,
 * and nothing on a household.
 */
import type { FilterRequest } from '#contract/filters'
import type { WardFeature } from '#contract/map'
import { digestOf } from '#offline/digest'
import { isUnreached } from '../api/errors'
import { atom, appStore } from './store'
import { currentShelves } from './storage'

/** Ward figures on screen that are the device's and not the server's. */
export interface LastFigures {
  /** When they were counted (ISO). */
  readonly asAt: string
  /** They were counted for other filters than are picked now. */
  readonly isOfOtherFilters: boolean
}
const shownAtom = atom<LastFigures | null>(null)

/** The device's own figures, when it is these that are on screen. */
export const lastFiguresAtom = atom((get) => get(shownAtom))

/**
 * Loads the wards that the ward map shows, and keeps them; without a line, the ones kept last.
 * @throws what `load` throws when there are none.
 */
export async function withLastWards(request: FilterRequest, load: () => Promise<WardFeature[]>): Promise<WardFeature[]> {
  try {
    const wards = await load()
    appStore.set(shownAtom, null)
    await keep(request, wards, () => true)
    return wards
  } catch (error) {
    const kept = isUnreached(error) ? await lastWards() : null
    if (!kept) throw error
    appStore.set(shownAtom, { asAt: kept.asAt, isOfOtherFilters: kept.countedFor !== (await digestOfRequest(request)) })
    return kept.wards
  }
}

/**
 * Loads wards for their names and boundaries; without a line, the ones kept last, whatever they were counted for. They
 * are kept only where that takes the place of nothing that the ward map has shown.
 * @throws what `load` throws when there are none.
 */
export async function withLastOutlines(request: FilterRequest, load: () => Promise<WardFeature[]>): Promise<WardFeature[]> {
  try {
    const wards = await load()
    await keep(request, wards, (before, countedFor) => before === null || before === countedFor)
    return wards
  } catch (error) {
    const kept = isUnreached(error) ? await lastWards() : null
    if (!kept) throw error
    return kept.wards
  }
}

/** Keeping them is a service, not a condition: a full disk is told elsewhere. */
async function keep(request: FilterRequest, wards: WardFeature[], mayReplace: (before: string | null, countedFor: string) => boolean) {
  const shelf = currentShelves().kept
  try {
    const countedFor = await digestOfRequest(request)
    await shelf.atomically(async () => {
      const before = (await lastWards())?.countedFor ?? null
      if (!mayReplace(before, countedFor)) return
      await shelf.put({ id: 'ward-figures', asAt: new Date().toISOString(), wards, countedFor })
    })
  } catch {
    // Shown they are all the same.
  }
}

/** The same for requests that choose the same: the order of filters and of values says nothing. */
function digestOfRequest({ filter_request_list, dynamic_filter_value_request_list }: FilterRequest): Promise<string> {
  const filters = [...filter_request_list, ...dynamic_filter_value_request_list]
  const words = filters.map(({ filter_name, filter_value_list }) => JSON.stringify([filter_name, ...filter_value_list.map(String).sort()]))
  return digestOf(words.sort().join())
}

/** The middle of the wards kept last, to open the map on; `null` when none are kept. */
export async function lastCentre(): Promise<{ lat: number; lng: number } | null> {
  const wards = (await lastWards())?.wards ?? []
  if (wards.length === 0) return null
  const mean = (pick: (ward: WardFeature) => number) => wards.reduce((sum, ward) => sum + pick(ward), 0) / wards.length
  return { lat: mean((ward) => ward.properties.latitude), lng: mean((ward) => ward.properties.longitude) }
}

async function lastWards() {
  const kept = (await currentShelves().kept.list()).find((record) => record.id === 'ward-figures')
  return kept?.id === 'ward-figures' ? kept : null
}
