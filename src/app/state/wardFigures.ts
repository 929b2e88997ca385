/**
 * What the ward map last showed, for when there is no line (decisions 37, 38): names, boundaries and counts by ward,
 * and nothing on a household.
 */
import type { WardFeature } from '#contract/map'
import { isUnreached } from '../api/errors'
import { atom, appStore } from './store'
import { currentShelves } from './storage'

const asAtAtom = atom<string | null>(null)

/** When the ward figures on screen were counted (ISO), if they are the device's and not the server's; else `null`. */
export const wardFiguresAsAtAtom = atom((get) => get(asAtAtom))

/** Loads wards, and keeps them; without a line, the ones kept last. @throws what `load` throws when there are none. */
export async function withLastWards(load: () => Promise<WardFeature[]>): Promise<WardFeature[]> {
  try {
    const wards = await load()
    appStore.set(asAtAtom, null)
    // Keeping them is a service, not a condition: a full disk is told elsewhere.
    await currentShelves().kept.put({ id: 'ward-figures', asAt: new Date().toISOString(), wards }).catch(() => {})
    return wards
  } catch (error) {
    const kept = isUnreached(error) ? await lastWards() : null
    if (!kept) throw error
    appStore.set(asAtAtom, kept.asAt)
    return kept.wards
  }
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
