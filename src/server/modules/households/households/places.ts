/** Roles without exact places see households at their postcode. */
import type { RoleNeedToKnow } from '../need-to-know/service'
import { memoizeBySnapshot } from '../snapshots/memoize'
import type { LoadedSnapshot, Points } from '../snapshots/service'
import { pointsToArrow } from './arrow'

/** About 100 m, as in `pointsByPostcode`: a postcode with one household must not reveal its place. */
export const POSTCODE_DECIMALS = 3

/** Whether the role sees postcodes only. */
export const isPlaceHidden = ({ hidden }: RoleNeedToKnow) => hidden.has('longitude')

/** Unlike the exact points' version, so that the app reloads them. */
const byPostcode = (version: string) => `${version}-by-postcode`

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

const CACHED_POINTS = 16

export type PointReaders = ReturnType<typeof createPointReaders>

/** Cached and shared, so no caller's abort may end a reading. */
export const createPointReaders = () => ({
  readExact: memoizeBySnapshot(CACHED_POINTS, async (snapshot) =>
    pointsToArrow({ pointsVersion: snapshot.version, ...(await snapshot.points()) }),
  ),
  readByPostcode: memoizeBySnapshot(CACHED_POINTS, async (snapshot) => {
    const points = await snapshot.pointsByPostcode()
    const rows = new Map(points.references.map((reference, row) => [reference, row]))
    return { points, rows, arrow: pointsToArrow({ pointsVersion: byPostcode(snapshot.version), ...points }) }
  }),
})
