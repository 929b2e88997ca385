/** Where households are shown: exactly, or by their postcode to a role that is not shown more. */
import type { Access } from '../access/service'
import type { LoadedSnapshot, Points } from '../snapshots/service'

/** As in `pointsByPostcode`: about 100 m, so that a postcode of one household does not tell its place. */
export const POSTCODE_DECIMALS = 3

/** Whether the role is shown postcodes instead of exact places. */
export const isPlaceHidden = ({ hidden }: Access) => hidden.has('longitude')

/** Other points than the exact ones: the app loads them again. */
export const byPostcode = (version: string) => `${version}-by-postcode`

/** The version of the points that the role is shown. */
export const pointsVersion = ({ version }: LoadedSnapshot, access: Access) =>
  isPlaceHidden(access) ? byPostcode(version) : version

/** The households of a snapshot by postcode. */
export interface Places {
  readonly points: Points
  readonly rows: ReadonlyMap<string, number>
}

/** A household's place, in degrees. */
export function placeIn({ points, rows }: Places, reference: unknown) {
  const row = rows.get(String(reference)) ?? -1
  return { longitude: points.longitudes[row], latitude: points.latitudes[row] }
}
