import { Fault } from '../../../http/faults'
import { findBounds } from '../snapshots/importing/bounds'
import type { LoadedSnapshot } from '../snapshots/service'

/** England and Wales, without centre or wards. */
const NOWHERE_YET = { lat: 52.6, lng: -1.6 }

/** The organisation's centre, else the middle of its wards, WGS84. */
export async function findCentre(
  organisation: { readonly mapLatitude: number | null; readonly mapLongitude: number | null },
  latest: () => Promise<Pick<LoadedSnapshot, 'wards'>>,
): Promise<{ lat: number; lng: number }> {
  if (organisation.mapLatitude !== null && organisation.mapLongitude !== null) {
    return { lat: organisation.mapLatitude, lng: organisation.mapLongitude }
  }
  const { wards } = await latest().catch(withoutSnapshot)
  if (wards.length === 0) return NOWHERE_YET
  const { west, south, east, north } = findBounds(wards)
  return { lat: (south + north) / 2, lng: (west + east) / 2 }
}

function withoutSnapshot(error: unknown): Pick<LoadedSnapshot, 'wards'> {
  if (error instanceof Fault && error.status === 404) return { wards: [] }
  throw error
}
