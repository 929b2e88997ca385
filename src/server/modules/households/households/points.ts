import { memoizeBySnapshot } from '../snapshots/memoize'
import { pointsToArrow } from './arrow'
import { byPostcode } from './places'

/** About 40 bytes a household each. */
const CACHED_POINTS = 16

export type PointReaders = ReturnType<typeof createPointReaders>

/** Reads where the households of a snapshot are. Cached and shared, so no caller's abort may end it. */
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
