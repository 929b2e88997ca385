/** One GeoJSON Polygon or MultiPolygon in WGS84, as text (docs/product.md#areas). */
import { z } from 'zod'

export const AREA_FILTER = { filter_name: 'area', display_name: 'Area on the map' } as const

/** A category outside the catalogue. */
export const AREA_CATEGORY = 'drawn_area'

export const MAX_AREA_POINTS = 500

/** {@link MAX_AREA_POINTS} of the longest numbers. */
export const MAX_AREA_TEXT = 25_000

/** Longitude and latitude in degrees. */
export type Position = readonly [number, number]

/** Without the repeated closing position. */
export type Ring = readonly Position[]

/** Polygons: the outer ring, then holes. */
export type Area = readonly (readonly Ring[])[]

const positionSchema = z.tuple([z.number(), z.number()]).rest(z.number())
const polygonSchema = z.array(z.array(positionSchema)).min(1)
const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: polygonSchema }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygonSchema).min(1) }),
])

export type ReadArea = { readonly area: Area } | { readonly problem: string }

const problem = (words: string): ReadArea => ({ problem: words })

/** Parses an area, or says what is wrong. */
export function readArea(text: string): ReadArea {
  const parsed = text.length <= MAX_AREA_TEXT ? geometrySchema.safeParse(parseJson(text)) : null
  if (parsed?.success !== true) return problem('An area is a GeoJSON Polygon or MultiPolygon.')
  const { data } = parsed
  const polygons = data.type === 'Polygon' ? [data.coordinates] : data.coordinates
  if (polygons.some((rings) => rings.some((ring) => !isClosed(ring)))) {
    return problem('Each outline of an area ends where it began.')
  }
  return judgeArea(polygons.map((rings) => rings.map(listCorners)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Given = readonly (readonly [number, number, ...number[]])[]

const isSame = ([x, y]: readonly number[] = [], [u, v]: readonly number[] = []) => x === u && y === v

const isClosed = (ring: Given) => ring.length > 1 && isSame(ring[0], ring.at(-1))

const listCorners = (ring: Given): Ring =>
  ring
    .slice(0, -1)
    .filter((at, index) => !isSame(at, ring[index + 1]))
    .map(([longitude, latitude]) => [longitude, latitude])

/** Whether corners make a valid area. */
export function judgeArea(area: Area): ReadArea {
  const rings = area.flat()
  const points = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (points > MAX_AREA_POINTS) return problem(`An area has at most ${MAX_AREA_POINTS} points. This one has ${points}.`)
  if (rings.some((ring) => ring.length < 3)) return problem('An area has at least three corners.')
  if (hasCrossing(rings)) return problem('The edges of this area cross. Move a corner so that they do not.')
  const isHoleOutside = area.some(([outer = [], ...holes]) =>
    holes.some(([corner = [0, 0]]) => !isInRing(corner, outer)),
  )
  return isHoleOutside ? problem('A hole of this area lies outside it.') : { area }
}

type Edge = readonly [from: Position, to: Position]

/** Edges, with the closing one. */
export const listEdges = (ring: Ring): Edge[] =>
  ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from] as const)

/** Above zero when `c` lies left of the line from `a` to `b`. */
export const computeSide = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

const isBetween = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position) =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by)

/** Whether edges cross between their ends. */
export function crosses([a, b]: Edge, [c, d]: Edge): boolean {
  return (
    Math.sign(computeSide(a, b, c)) * Math.sign(computeSide(a, b, d)) < 0 &&
    Math.sign(computeSide(c, d, a)) * Math.sign(computeSide(c, d, b)) < 0
  )
}

const holds = ([a, b]: Edge, at: Position) => computeSide(a, b, at) === 0 && isBetween(a, b, at)

function touches([a, b]: Edge, [c, d]: Edge): boolean {
  const [atC, atD] = [computeSide(a, b, c), computeSide(a, b, d)]
  if (Math.sign(atC) * Math.sign(atD) > 0) return false
  const [atA, atB] = [computeSide(c, d, a), computeSide(c, d, b)]
  if (Math.sign(atC) * Math.sign(atD) < 0 && Math.sign(atA) * Math.sign(atB) < 0) return true
  return (
    (atC === 0 && isBetween(a, b, c)) ||
    (atD === 0 && isBetween(a, b, d)) ||
    (atA === 0 && isBetween(c, d, a)) ||
    (atB === 0 && isBetween(c, d, b))
  )
}

interface PlacedEdge {
  readonly edge: Edge
  readonly of: number
  readonly index: number
  readonly size: number
  /** From west to east, and from south to north. */
  readonly along: readonly [number, number]
  readonly up: readonly [number, number]
}

/** Edges of a ring may meet only at a shared corner; rings may touch, as neighbours do. */
function hasCrossing(rings: readonly Ring[]): boolean {
  const edges = rings
    .flatMap((ring, of) => listEdges(ring).map((edge, index) => placeEdge(edge, { of, index, size: ring.length })))
    .sort((one, other) => one.along[0] - other.along[0])
  return edges.some((one, place) => {
    // Each beside those only that begin before it ends.
    for (let next = place + 1; next < edges.length; next++) {
      const other = edges[next]
      if (!other || other.along[0] > one.along[1]) return false
      if (other.up[0] <= one.up[1] && one.up[0] <= other.up[1] && isCrossing(one, other)) return true
    }
    return false
  })
}

function placeEdge(edge: Edge, of: Pick<PlacedEdge, 'of' | 'index' | 'size'>): PlacedEdge {
  const [[x, y], [u, v]] = edge
  return { ...of, edge, along: [Math.min(x, u), Math.max(x, u)], up: [Math.min(y, v), Math.max(y, v)] }
}

function isCrossing(one: PlacedEdge, other: PlacedEdge): boolean {
  if (one.of !== other.of) return crosses(one.edge, other.edge)
  const [first, second] = one.index < other.index ? [one, other] : [other, one]
  if (second.index - first.index === 1) return foldsBack(first.edge, second.edge)
  if (first.index === 0 && second.index === first.size - 1) return foldsBack(second.edge, first.edge)
  return touches(one.edge, other.edge)
}

const foldsBack = (first: Edge, second: Edge) => holds(first, second[1]) || holds(second, first[0])

/** Whether a place lies in a ring, whose closing corner may be there or not. */
export function isInRing([x, y]: Position, ring: Ring): boolean {
  return listEdges(ring).reduce((isIn, [[ax, ay], [bx, by]]) => {
    const isCrossed = ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)
    return isCrossed ? !isIn : isIn
  }, false)
}

/** Whether a position is inside. */
export const isInArea = (at: Position, area: Area): boolean =>
  area.some(([outer = [], ...holes]) => isInRing(at, outer) && !holes.some((hole) => isInRing(at, hole)))

/** An area as its GeoJSON text. */
export function areaText(area: Area): string {
  const polygons = area.map((rings) => rings.map((ring) => [...ring, ...ring.slice(0, 1)]))
  return JSON.stringify(
    polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0] }
      : { type: 'MultiPolygon', coordinates: polygons },
  )
}

/** One degree of latitude. */
export const KM_A_DEGREE = 111.195

/** Square kilometres, ignoring curvature: areas are small. */
export function ringSize(ring: Ring): number {
  const shrink = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180)
  const twice = listEdges(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + (ax * by - bx * ay), 0)
  return (Math.abs(twice) / 2) * shrink * KM_A_DEGREE ** 2
}

/** "Drawn area, 2.4 km²". */
export function areaInWords(text: string): string {
  const read = readArea(text)
  if ('problem' in read) return AREA_FILTER.display_name
  const { area } = read
  const size = area.reduce(
    (sum, [outer = [], ...holes]) => sum + ringSize(outer) - holes.reduce((less, hole) => less + ringSize(hole), 0),
    0,
  )
  const figure = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: size < 100 ? 2 : 3 }).format(size)
  return `${area.length === 1 ? 'Drawn area' : `${area.length} drawn areas`}, ${figure} km²`
}
