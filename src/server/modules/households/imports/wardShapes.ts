import { z } from 'zod'
import {
  crosses,
  isInArea,
  listEdges,
  ringSize,
  computeSide,
  type Area,
  type Position,
  type Ring,
} from '#contract/households/area'
import { wardGeometrySchema, type WardGeometry } from '#contract/households/map'
import { convertWith } from '../basemaps/reading/coordinateSystem'
import { findCentroid } from '../snapshots/importing/bounds'

/** Problems shared by all wards of a file. */
export const LINES =
  'areas (Polygon or MultiPolygon) and no lines. Take the boundaries as areas, or make areas of closed lines ' +
  `with: ${convertWith('-nlt POLYGON -t_srs EPSG:4326')}`
export const NOT_DEGREES =
  'coordinates in WGS84 degrees, longitude first. Those of the national grid are converted ' +
  `with: ${convertWith('-s_srs EPSG:27700 -t_srs EPSG:4326')}`

export interface WardShape {
  readonly area: Area
  /** What was mended or is doubtful: what was expected instead. */
  readonly doubts: readonly string[]
}

const lineSchema = z.object({ type: z.enum(['LineString', 'MultiLineString']) })
const MIN_CORNERS = 3

/** Reads a feature's geometry. @returns what was expected where it is no shape of a ward */
export function readShape(geometry: unknown): WardShape | string {
  if (lineSchema.safeParse(geometry).success) return LINES
  const parsed = wardGeometrySchema.safeParse(geometry)
  if (!parsed.success) return 'a Polygon or MultiPolygon'
  const polygons = parsed.data.type === 'Polygon' ? [parsed.data.coordinates] : parsed.data.coordinates
  if (polygons.length === 0 || polygons.some((rings) => rings.length === 0)) return 'a polygon that is not empty'
  const rings = polygons.flat()
  const isClosed = rings.every((ring) => ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1])
  const open = polygons.map((polygon) => polygon.map(listCorners))
  const corners = open.flat()
  if (corners.some((ring) => ring.length < MIN_CORNERS)) return 'rings of at least four points'
  if (corners.some((ring) => ring.some(([x, y]) => Math.abs(x) > 180 || Math.abs(y) > 90))) return NOT_DEGREES
  const doubts = isClosed ? [] : ['rings that end where they begin; what was open is closed']
  const crossing = corners.map(findCrossing).find((at) => at !== undefined)
  if (crossing)
    doubts.push(
      `a boundary that does not cross itself, as it does near ${inWords(crossing)}; ogr2ogr with -makevalid mends it`,
    )
  return { area: open.flatMap(arrangeRings), doubts }
}

/** Sweeps west to east, because wards have thousands of edges. */
function findCrossing(ring: Ring): Position | undefined {
  const edges = listEdges(ring)
    .map((edge) => ({ edge, west: Math.min(edge[0][0], edge[1][0]), east: Math.max(edge[0][0], edge[1][0]) }))
    .sort((one, other) => one.west - other.west)
  let open: typeof edges = []
  for (const next of edges) {
    open = open.filter(({ east }) => east >= next.west)
    const [[ax, ay], [bx, by]] = next.edge
    const crossed = open.find(({ edge }) => crosses(edge, next.edge))?.edge
    if (crossed) {
      const [before, after] = [computeSide(...crossed, next.edge[0]), computeSide(...crossed, next.edge[1])]
      const along = before / (before - after)
      return [ax + along * (bx - ax), ay + along * (by - ay)]
    }
    open.push(next)
  }
  return undefined
}

const inWords = (at: Position) => at.map((degrees) => degrees.toFixed(4)).join(', ')

/** Drops heights and the repeated first point. */
function listCorners(ring: readonly (readonly [number, number, ...number[]])[]): Ring {
  const corners = ring.map(([x, y]): Position => [x, y])
  const [first, last] = [corners[0], corners.at(-1)]
  return corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? corners.slice(0, -1) : corners
}

/** Outer rings with their holes; a ring in no other, or in a hole, is a part of its own. */
function arrangeRings(rings: readonly Ring[]): Ring[][] {
  if (rings.length === 1) return [[...rings]]
  const bySize = rings
    .map((ring) => ({ ring, size: ringSize(ring), inside: findPlaceInside([[ring]]) }))
    .sort((one, other) => other.size - one.size)
  const parts = new Map<Ring, Ring[]>()
  for (const [index, { ring, inside }] of bySize.entries()) {
    const around = bySize.slice(0, index).filter((larger) => isInArea(inside, [[larger.ring]]))
    const holed = around.length % 2 === 1 ? parts.get(around.at(-1)?.ring ?? ring) : undefined
    if (holed) holed.push(ring)
    else parts.set(ring, [ring])
  }
  return [...parts.values()]
}

/** The parts of both, each once. @returns undefined where they overlap */
export function mergeAreas(area: Area, added: Area): Area | undefined {
  const known = new Set(area.map((part) => JSON.stringify(part)))
  const fresh = added.filter((part) => !known.has(JSON.stringify(part)))
  const overlaps = (one: Area, other: Area) => one.some((part) => isInArea(findPlaceInside([part]), other))
  return overlaps(fresh, area) || (fresh.length > 0 && overlaps(area, fresh)) ? undefined : [...area, ...fresh]
}

/** An area as GeoJSON. */
export function makeGeometry(area: Area): WardGeometry {
  const polygons = area.map((rings) =>
    rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]): [number, number] => [x, y])),
  )
  const [first = []] = polygons
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** The centroid if inside, else a place half way up the largest part. */
export function placeCentre(area: Area): Position {
  const { longitude, latitude } = findCentroid(makeGeometry(area))
  return isInArea([longitude, latitude], area) ? [longitude, latitude] : findPlaceInside(area)
}

function findPlaceInside(area: Area): Position {
  const outer = area.flatMap(([ring]) => (ring ? [{ ring, size: ringSize(ring) }] : []))
  const { ring } = outer.reduce((largest, other) => (other.size > largest.size ? other : largest))
  const [south, north] = ring.reduce(
    ([least, most], [, y]) => [Math.min(least, y), Math.max(most, y)],
    [Infinity, -Infinity],
  )
  const y = (south + north) / 2
  const meets = area
    .flat()
    .flatMap(listEdges)
    .flatMap(([[ax, ay], [bx, by]]) => (ay > y !== by > y ? [ax + ((y - ay) * (bx - ax)) / (by - ay)] : []))
    .sort((one, other) => one - other)
  let [from, to] = [ring[0]?.[0] ?? 0, ring[0]?.[0] ?? 0]
  for (let index = 1; index < meets.length; index += 2) {
    const [west = 0, east = 0] = [meets[index - 1], meets[index]]
    if (east - west > to - from) [from, to] = [west, east]
  }
  return [(from + to) / 2, y]
}
