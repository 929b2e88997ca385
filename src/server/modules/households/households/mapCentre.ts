import { Fault } from '../../../http/faults'
import type { LoadedSnapshot } from '../snapshots/service'

/** England and Wales, without centre or wards. */
const NOWHERE_YET = { lat: 52.6, lng: -1.6 }

/** Set by the organisation, else the middle of its wards; WGS84. */
export async function findCentre(
  organisation: { readonly mapLatitude: number | null; readonly mapLongitude: number | null },
  latest: () => Promise<Pick<LoadedSnapshot, 'wards'>>,
): Promise<{ lat: number; lng: number }> {
  if (organisation.mapLatitude !== null && organisation.mapLongitude !== null) {
    return { lat: organisation.mapLatitude, lng: organisation.mapLongitude }
  }
  const { wards } = await latest().catch(withoutSnapshot)
  if (wards.length === 0) return NOWHERE_YET
  return { lat: median(wards.map(({ latitude }) => latitude)), lng: median(wards.map(({ longitude }) => longitude)) }
}

/** One ward far away does not move it. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

function withoutSnapshot(error: unknown): Pick<LoadedSnapshot, 'wards'> {
  if (error instanceof Fault && error.status === 404) return { wards: [] }
  throw error
}
