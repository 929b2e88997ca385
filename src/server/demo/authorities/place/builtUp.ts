import { Grid } from './grid'
import { area, at, contains, distance, simplify, type Point } from './plane'

const CELL = 45
/** How far from a street the built-up area reaches, in metres. */
const REACH = 62
/** Clearings and hamlets smaller than this are not drawn, in square metres. */
const SMALLEST = 24_000

/**
 * The built-up area: what lies within about 60 m of a street, traced by marching squares. Returns
 * polygons as an outer ring and its clearings.
 */
export function traceBuiltUp(streets: readonly (readonly Point[])[]): Point[][][] {
  const near = new Grid<null>(CELL)
  const xs: number[] = []
  const ys: number[] = []
  for (const line of streets)
    for (const point of line) {
      near.add(point, null)
      xs.push(point[0])
      ys.push(point[1])
    }
  const extent = (values: number[], pick: 'min' | 'max'): number =>
    values.reduce((best, value) => Math[pick](best, value), pick === 'min' ? Infinity : -Infinity)
  const [west, south] = [extent(xs, 'min') - 3 * CELL, extent(ys, 'min') - 3 * CELL]
  const columns = Math.ceil((extent(xs, 'max') - west) / CELL) + 3
  const rows = Math.ceil((extent(ys, 'max') - south) / CELL) + 3

  /** Positive inside: how much nearer than REACH the nearest street is. */
  const values = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const node: Point = [west + column * CELL, south + row * CELL]
      let nearest = REACH * 1.6
      near.each(node, nearest, (_, point) => {
        nearest = Math.min(nearest, distance(node, point))
      })
      values[row * columns + column] = REACH - nearest
    }

  const value = (column: number, row: number): number => values[row * columns + column] ?? -REACH
  const rings = linkRings(marchSquares(columns, rows, value, [west, south]))
  const smooth = rings
    .map((ring) => simplify(ring, 9))
    .filter((ring) => ring.length > 4 && Math.abs(area(ring)) > SMALLEST)
  const outers = smooth.filter((ring) => area(ring) > 0)
  const holes = smooth.filter((ring) => area(ring) < 0)
  return outers.map((outer) => [outer, ...holes.filter((hole) => contains(outer, at(hole, 0)))])
}

/** Pieces of the outline, each with the inside on its left. */
function marchSquares(
  columns: number,
  rows: number,
  value: (column: number, row: number) => number,
  [west, south]: Point,
): [Point, Point][] {
  const pieces: [Point, Point][] = []
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++) {
      const corners = [value(column, row), value(column + 1, row), value(column + 1, row + 1), value(column, row + 1)]
      const places: Point[] = [[0, 0], [1, 0], [1, 1], [0, 1]]
      const cuts: { point: Point; leaving: boolean }[] = []
      for (let edge = 0; edge < 4; edge++) {
        const [a, b] = [at(corners, edge), at(corners, (edge + 1) % 4)]
        if (a > 0 === b > 0) continue
        const part = a / (a - b)
        const [from, to] = [at(places, edge), at(places, (edge + 1) % 4)]
        cuts.push({
          point: [
            west + (column + from[0] + (to[0] - from[0]) * part) * CELL,
            south + (row + from[1] + (to[1] - from[1]) * part) * CELL,
          ],
          leaving: a > 0,
        })
      }
      // Walking a cell anticlockwise, the outline runs from where the walk leaves the inside to where it enters it.
      cuts.forEach((cut, index) => {
        const enters = at(cuts, (index + 1) % cuts.length)
        if (cut.leaving && !enters.leaving) pieces.push([cut.point, enters.point])
      })
    }
  return pieces
}

function linkRings(pieces: readonly [Point, Point][]): Point[][] {
  const keyOf = ([x, y]: Point): string => `${x.toFixed(3)}/${y.toFixed(3)}`
  const next = new Map(pieces.map(([from, to]) => [keyOf(from), to]))
  const rings: Point[][] = []
  for (const [start] of pieces) {
    const ring: Point[] = []
    let here = start
    for (;;) {
      const key = keyOf(here)
      const to = next.get(key)
      if (!to) break
      next.delete(key)
      ring.push(here)
      here = to
    }
    if (ring.length > 2) rings.push([...ring, at(ring, 0)])
  }
  return rings
}
