import { Grid } from './grid'
import type { Ground, Neighbourhood, NamedLine, Plan } from './plan'
import { at, contains, distance, nearestOnSegment, noise, spline, type Point } from './plane'

export interface NamedArea {
  readonly name: string
  readonly ring: readonly Point[]
}

export interface DrawnLine {
  readonly name: string
  readonly line: readonly Point[]
}

/** The land before any street is on it, and what may be asked of a place there. */
export interface Terrain {
  readonly water: readonly NamedArea[]
  readonly parks: readonly NamedArea[]
  readonly railways: readonly DrawnLine[]
  readonly mainRoads: readonly DrawnLine[]
  readonly lanes: readonly DrawnLine[]
  readonly paths: readonly DrawnLine[]
  /** In water, or within `margin` metres of it. */
  inWater(point: Point, margin: number): boolean
  /** In a park, wood or other green, or within `margin` metres of it. */
  inPark(point: Point, margin: number): boolean
  railwayWithin(point: Point, metres: number): boolean
  /** The built-up neighbourhood that a place belongs to, or null in open country. */
  neighbourhoodAt(point: Point): Neighbourhood | null
}

/** Lays out water, green, railways and roads of a plan. `sea` is the coast's polygon, made with the wards. */
export function layTerrain(plan: Plan, sea: NamedArea | null): Terrain {
  const courses = plan.rivers.map((river) => ({ ...river, course: meander(river) }))
  const rivers = courses.map(({ name, course, width }) => ({ name, ring: riverBanks(course, width) }))
  const walks = courses.flatMap(({ walk, course }) => (walk ? [{ name: walk.name, line: besides(course, walk) }] : []))
  const lakes = plan.lakes.map((lake, index) => ({ name: lake.name, ring: wobblyRing(lake, 900 + index) }))
  const water = [...(sea ? [sea] : []), ...rivers, ...lakes]
  const parks = plan.parks.map((park, index) => ({ name: park.name, ring: wobblyRing(park, 500 + index) }))
  const railways = plan.railways.map(draw)

  const tracks = new Grid<readonly [Point, Point]>(120)
  for (const { line } of railways) addEdges(tracks, line)


  return {
    water,
    parks,
    railways,
    mainRoads: plan.mainRoads.map(draw),
    lanes: plan.lanes.map(draw),
    paths: [...walks, ...plan.paths.map(draw)],
    inWater: coverOf(water),
    inPark: coverOf(parks),
    railwayWithin: (point, metres) => edgeWithin(tracks, point, metres),
    neighbourhoodAt: (point) => nearestNeighbourhood(plan.neighbourhoods, point),
  }
}

/** A line of the plan as it lies on the land. */
export function draw({ name, line, closed }: NamedLine): DrawnLine {
  return { name, line: spline(line, 35, closed).map((point) => shake(point, 14)) }
}

/** Shifts a place by smooth noise, so that nothing is as straight as it was planned. */
function shake(point: Point, metres: number): Point {
  return [point[0] + noise(point, 420, 11) * metres, point[1] + noise(point, 420, 12) * metres]
}

/** A river's centre line: the planned course with bends of its own. */
export function meander({ line }: NamedLine): Point[] {
  return spline(line, 40).map((point) => [
    point[0] + noise(point, 520, 21) * 70 + noise(point, 190, 23) * 16,
    point[1] + noise(point, 520, 22) * 70 + noise(point, 190, 24) * 16,
  ])
}

/** The area between a river's two banks, wider towards its mouth. */
export function riverBanks(line: readonly Point[], width: readonly [number, number]): Point[] {
  const left: Point[] = []
  const right: Point[] = []
  line.forEach((point, index) => {
    const before = at(line, Math.max(0, index - 1))
    const after = at(line, Math.min(line.length - 1, index + 1))
    const length = distance(before, after) || 1
    const normal: Point = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length]
    const course = width[0] + ((width[1] - width[0]) * index) / line.length
    const half = (course / 2) * (1 + 0.25 * noise(point, 260, 31))
    left.push([point[0] + normal[0] * half, point[1] + normal[1] * half])
    right.push([point[0] - normal[0] * half, point[1] - normal[1] * half])
  })
  return [...left, ...right.reverse()]
}

/** A footpath along one bank of a river, over the given part of its course. */
function besides(course: readonly Point[], walk: { from: number; to: number; offset: number }): Point[] {
  const part = course.slice(Math.round(course.length * walk.from), Math.round(course.length * walk.to))
  return part.slice(1).map((point, index) => {
    const before = at(part, index)
    const length = distance(before, point) || 1
    return [
      point[0] - ((point[1] - before[1]) / length) * walk.offset,
      point[1] + ((point[0] - before[0]) / length) * walk.offset,
    ]
  })
}

/** An ellipse whose edge wanders, as parks and lakes have it. */
export function wobblyRing(ground: Ground, seed: number): Point[] {
  const turn = (ground.bearing * Math.PI) / 180
  const vertices = Math.max(24, Math.round((ground.radius[0] + ground.radius[1]) / 12))
  return Array.from({ length: vertices }, (_, index): Point => {
    const angle = (index / vertices) * 2 * Math.PI
    const rim: Point = [Math.cos(angle) * 2.2, Math.sin(angle) * 2.2]
    const reach = 1 + 0.3 * noise(rim, 1.6, seed) + 0.1 * noise(rim, 0.45, seed + 7)
    const along = Math.cos(angle) * ground.radius[0] * reach
    const across = Math.sin(angle) * ground.radius[1] * reach
    return [
      ground.centre[0] + along * Math.cos(turn) - across * Math.sin(turn),
      ground.centre[1] + along * Math.sin(turn) + across * Math.cos(turn),
    ]
  })
}

/** How far out of a neighbourhood's centre a place is: 1 is its edge. */
function reachOf(neighbourhood: Neighbourhood, point: Point): number {
  const turn = (neighbourhood.bearing * Math.PI) / 180
  const [dx, dy] = [point[0] - neighbourhood.centre[0], point[1] - neighbourhood.centre[1]]
  const along = (dx * Math.cos(turn) + dy * Math.sin(turn)) / neighbourhood.radius[0]
  const across = (-dx * Math.sin(turn) + dy * Math.cos(turn)) / neighbourhood.radius[1]
  return Math.hypot(along, across)
}

function nearestNeighbourhood(neighbourhoods: readonly Neighbourhood[], point: Point): Neighbourhood | null {
  // The edge of town wanders by a quarter either way; borders between neighbourhoods wander with it.
  const edge = 1 + 0.2 * noise(point, 650, 41) + 0.1 * noise(point, 230, 42)
  let nearest: Neighbourhood | null = null
  let least = edge
  for (const neighbourhood of neighbourhoods) {
    const reach = reachOf(neighbourhood, point)
    if (reach < least) [nearest, least] = [neighbourhood, reach]
  }
  return nearest
}

/** Metres across a square whose answer is remembered when no edge runs through or near it. */
const SQUARE = 64

/** Answers whether a point lies in any of the areas, or within a margin of one. Asked a million times. */
function coverOf(areas: readonly NamedArea[]): (point: Point, margin: number) => boolean {
  const edges = edgesOf(areas)
  const inside = (point: Point): boolean => areas.some(({ ring }) => contains(ring, point))
  const whole = new Map<number, boolean | null>()
  return (point, margin) => {
    const [column, row] = [Math.floor(point[0] / SQUARE), Math.floor(point[1] / SQUARE)]
    const key = (column + 4096) * 8192 + row + 4096
    let answer = whole.get(key)
    if (answer === undefined) {
      const middle: Point = [(column + 0.5) * SQUARE, (row + 0.5) * SQUARE]
      answer = edgeWithin(edges, middle, SQUARE) ? null : inside(middle)
      whole.set(key, answer)
    }
    return edgeWithin(edges, point, margin) || (answer ?? inside(point))
  }
}

type EdgeGrid = Grid<readonly [Point, Point]>

function edgesOf(areas: readonly NamedArea[]): EdgeGrid {
  const edges: EdgeGrid = new Grid(120)
  for (const { ring } of areas) addEdges(edges, [...ring, at(ring, 0)])
  return edges
}

/** Puts each edge into the grid often enough that a search about any of its points meets it. */
function addEdges(edges: EdgeGrid, line: readonly Point[]): void {
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [at(line, index - 1), at(line, index)]
    const parts = Math.max(1, Math.ceil(distance(a, b) / 60))
    for (let part = 0; part <= parts; part++)
      edges.add([a[0] + ((b[0] - a[0]) * part) / parts, a[1] + ((b[1] - a[1]) * part) / parts], [a, b])
  }
}

function edgeWithin(edges: EdgeGrid, point: Point, metres: number): boolean {
  return metres > 0 && edges.some(point, metres + 30, ([a, b]) => nearestOnSegment(point, a, b).distance < metres)
}
