import { mix } from '../random'

/**
 * Plane geometry in metres, x to the east and y to the north of the town's centre. Everything is
 * drawn in this plane and turned into longitude and latitude at the very end ({@link toDegrees}).
 */
export type Point = readonly [x: number, y: number]

/** How far two points are apart, in metres. */
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])
/** The point a part of the way from one to the other. */
export const between = (a: Point, b: Point, part: number): Point => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
]

/** The end of a list that is known not to be empty. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index)
  if (item === undefined) throw new Error('The demo generator met an empty line.')
  return item
}

/** Nearest point of a segment, and how far it is, in metres. */
export function nearestOnSegment(point: Point, a: Point, b: Point): { point: Point; distance: number; part: number } {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
  const nearest: Point = [a[0] + dx * part, a[1] + dy * part]
  return { point: nearest, distance: distance(point, nearest), part }
}

/** Where two segments cross, as the part of the way along each; null when they do not. */
export function crossing(a: Point, b: Point, c: Point, d: Point): { first: number; second: number } | null {
  const ux = b[0] - a[0]
  const uy = b[1] - a[1]
  const vx = d[0] - c[0]
  const vy = d[1] - c[1]
  const cross = ux * vy - uy * vx
  if (Math.abs(cross) < 1e-9) return null
  const first = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross
  const second = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross
  return first >= 0 && first <= 1 && second >= 0 && second <= 1 ? { first, second } : null
}

/** Whether a ring (closed or not) holds a point: the even-odd rule. */
export function contains(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = at(ring, i)
    const [xj, yj] = at(ring, j)
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

/** Signed area in square metres; positive when the ring runs anticlockwise. */
export function area(ring: readonly Point[]): number {
  return (
    ring.reduce((sum, [x, y], index) => {
      const [nx, ny] = at(ring, (index + 1) % ring.length)
      return sum + x * ny - nx * y
    }, 0) / 2
  )
}

/** A smooth line (Catmull-Rom) through the given points with a vertex about every `step` metres. */
export function spline(points: readonly Point[], step: number, closed = false): Point[] {
  const line: Point[] = []
  const pieces = closed ? points.length : points.length - 1
  const knot = (index: number): Point =>
    closed ? at(points, index % points.length) : at(points, Math.min(points.length - 1, Math.max(0, index)))
  for (let piece = 0; piece < pieces; piece++) {
    const p0 = closed && piece === 0 ? at(points, -1) : knot(piece - 1)
    const [p1, p2, p3] = [knot(piece), knot(piece + 1), knot(piece + 2)]
    const steps = Math.max(1, Math.round(distance(p1, p2) / step))
    for (let index = 0; index < steps; index++) {
      const t = index / steps
      const axis = (i: 0 | 1): number =>
        0.5 *
        (2 * p1[i] +
          (p2[i] - p0[i]) * t +
          (2 * p0[i] - 5 * p1[i] + 4 * p2[i] - p3[i]) * t * t +
          (3 * p1[i] - p0[i] - 3 * p2[i] + p3[i]) * t * t * t)
      line.push([axis(0), axis(1)])
    }
  }
  line.push(closed ? at(line, 0) : at(points, -1))
  return line
}

/** Length of a line in metres. */
export const lengthOf = (line: readonly Point[]): number =>
  line.reduce((sum, point, index) => (index === 0 ? 0 : sum + distance(at(line, index - 1), point)), 0)

/** Leaves out vertices that lie within `tolerance` metres of the line (Douglas-Peucker). */
export function simplify(line: readonly Point[], tolerance: number): Point[] {
  if (line.length < 3) return [...line]
  const [first, last] = [at(line, 0), at(line, -1)]
  let farthest = 0
  let most = 0
  line.forEach((point, index) => {
    const off = nearestOnSegment(point, first, last).distance
    if (off > most) [farthest, most] = [index, off]
  })
  if (most <= tolerance) return [first, last]
  return [
    ...simplify(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthest), tolerance),
  ]
}

/** Smooth noise from -1 to 1 that changes over about `size` metres; the same place has the same value. */
export function noise([x, y]: Point, size: number, seed: number): number {
  const [px, py] = [x / size, y / size]
  const [ix, iy] = [Math.floor(px), Math.floor(py)]
  const corner = (cx: number, cy: number): number =>
    (mix(Math.imul(cx, 374761393) ^ Math.imul(cy, 668265263) ^ Math.imul(seed, 1274126177)) / 4294967295) * 2 - 1
  const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)
  const [fx, fy] = [ease(px - ix), ease(py - iy)]
  const low = corner(ix, iy) * (1 - fx) + corner(ix + 1, iy) * fx
  const high = corner(ix, iy + 1) * (1 - fx) + corner(ix + 1, iy + 1) * fx
  return low * (1 - fy) + high * fy
}

/** Metres in a degree of latitude: the mean of the WGS84 ellipsoid. */
const METRES_A_DEGREE = 111_195

/** A plane point as longitude and latitude, rounded to six decimals (about 0.1 m). */
export function toDegrees(point: Point, origin: { longitude: number; latitude: number }): [number, number] {
  const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
  return [
    round(origin.longitude + point[0] / (METRES_A_DEGREE * Math.cos((origin.latitude * Math.PI) / 180))),
    round(origin.latitude + point[1] / METRES_A_DEGREE),
  ]
}
