/** Roles without exact places are shown households at their postcode. */
import type { RoleNeedToKnow } from '../need-to-know/service'
import type { LoadedSnapshot, Points } from '../snapshots/service'

/** About 100 m, as in `pointsByPostcode`: a postcode with one household must not reveal its place. */
export const POSTCODE_DECIMALS = 3

/** Whether the role is shown postcodes instead of exact places. */
export const isPlaceHidden = ({ hidden }: RoleNeedToKnow) => hidden.has('longitude')

/** Differs from the exact points' version, so that the app reloads them. */
export const byPostcode = (version: string) => `${version}-by-postcode`

/** The version of the points that the role is shown. */
export const pointsVersion = ({ version }: LoadedSnapshot, access: RoleNeedToKnow) =>
  isPlaceHidden(access) ? byPostcode(version) : version

export interface Places {
  readonly points: Points
  readonly rows: ReadonlyMap<string, number>
}

/** A household's place, in degrees. */
export function placeIn({ points, rows }: Places, reference: unknown) {
  const row = rows.get(String(reference)) ?? -1
  return { longitude: points.longitudes[row], latitude: points.latitudes[row] }
}
