import { Fault } from '../../../http/faults'
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
  const positions = wards.flatMap((ward) => positionsOf(ward.geometry))
  const lng = middle(positions.map(([longitude]) => longitude))
  const lat = middle(positions.map(([, latitude]) => latitude))
  return lng === undefined || lat === undefined ? NOWHERE_YET : { lat, lng }
}

function withoutSnapshot(error: unknown): Pick<LoadedSnapshot, 'wards'> {
  if (error instanceof Fault && error.status === 404) return { wards: [] }
  throw error
}

type Geometry = LoadedSnapshot['wards'][number]['geometry']

function positionsOf(geometry: Geometry) {
  return geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2)
}

function middle(values: readonly number[]): number | undefined {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return least <= most ? (least + most) / 2 : undefined
}
