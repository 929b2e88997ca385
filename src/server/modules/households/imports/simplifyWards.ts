/** Shapes are no finer than a metre, and coarser with too many points (docs/snapshot-format.md#wards). */
import type { WardGeometry } from '#contract/households/map'
import { simplifyLine, withoutRepeats, type LineString } from '../basemaps/reading/simplify'
import type { Ward } from '../snapshots/wards'

export const MAX_WARDS = 2_000
const MAX_WARD_POINTS = 10_000
const MAX_POINTS = 40_000

const FINEST_METRES = 1
const COARSEST_METRES = 64

/** 0.1 m. */
const DECIMALS = 6

type Polygon = LineString[]

/** @returns undefined where even the coarsest shapes have too many points */
export function simplifyWards(wards: readonly Ward[]): Ward[] | undefined {
  let simplified = wards.map((ward) => ({ ...ward, geometry: simplifyGeometry(ward.geometry, FINEST_METRES) }))
  for (let metres = FINEST_METRES; ; metres *= 2) {
    const counts = simplified.map(({ geometry }) => countPoints(geometry))
    const isTooMuch = counts.reduce((sum, count) => sum + count, 0) > MAX_POINTS
    const isCoarser = (index: number) => isTooMuch || (counts[index] ?? 0) > MAX_WARD_POINTS
    if (!counts.some((_, index) => isCoarser(index))) return simplified
    if (metres >= COARSEST_METRES) return undefined
    simplified = simplified.map((ward, index) =>
      isCoarser(index) ? { ...ward, geometry: simplifyGeometry(ward.geometry, metres * 2) } : ward,
    )
  }
}

/** Rings of each polygon. */
export const listPolygons = (geometry: WardGeometry) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

function countPoints(geometry: WardGeometry): number {
  return listPolygons(geometry).reduce((sum, rings) => rings.reduce((points, ring) => points + ring.length, sum), 0)
}

/** Drops islands and holes no wider than `metres`; keeps the largest ring, as a box if need be. */
export function simplifyGeometry(geometry: WardGeometry, metres: number): WardGeometry {
  const polygons = listPolygons(geometry)
    .map((rings) => simplifyPolygon(rings, metres))
    .filter((rings) => rings.length > 0)
  const [first] = polygons
  if (first === undefined) return { type: 'Polygon', coordinates: [computeBox(listPolygons(geometry).flat(2))] }
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons }
}

const MIN_RING_POINTS = 4

function simplifyPolygon(rings: readonly number[][][], metres: number): Polygon {
  const [outer, ...holes] = rings.map((ring) =>
    simplifyLine(
      withoutRepeats(
        ring.map(([x = 0, y = 0]): [number, number] => [x, y]),
        DECIMALS,
      ),
      true,
      metres,
    ),
  )
  if (!outer || outer.length < MIN_RING_POINTS) return []
  return [outer, ...holes.filter((hole) => hole.length >= MIN_RING_POINTS)]
}

function computeBox(points: readonly number[][]): LineString {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}
