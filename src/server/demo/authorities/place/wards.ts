import { outlineOf, wanderingEdge } from './boundary'
import { Grid } from './grid'
import type { Plan } from './plan'
import { area, at, between, contains, distance, toDegrees, type Point } from './plane'

type Degrees = readonly [longitude: number, latitude: number]

/** A ward as the boundary file has it: a closed ring in degrees, and properties by the specification's names. */
export interface DemoWard {
  readonly code: string
  readonly name: string
  readonly welsh: string
  readonly ring: readonly Degrees[]
}

/** How often ward centres move to the middle of their households: more would make all wards alike. */
const ROUNDS = 4

/**
 * Cuts the borough into wards with similar numbers of households: Voronoi cells about ward
 * centres, clipped to the borough, all edges wandering together. They tile without gap or overlap.
 */
export function drawWards(plan: Plan, homes: readonly Point[]): DemoWard[] {
  const centres = settle(plan, homes)
  const corners = new SharedCorners()
  return plan.wards.map(({ name, welsh }, index) => {
    const cell = centres.reduce<Point[]>(
      (left, other, otherIndex) => (otherIndex === index ? left : nearerTo(left, at(centres, index), other)),
      [...plan.boundary],
    )
    const shared = cell.map((corner) => corners.same(corner)).filter((corner, i, all) => corner !== at(all, i - 1))
    const ring = shared.flatMap((corner, i) => wanderingEdge(corner, at(shared, (i + 1) % shared.length)))
    const turned = area(ring) < 0 ? ring.reverse() : ring
    const degrees = turned.map((point) => toDegrees(point, plan.origin))
    return {
      code: `${plan.authority.wardPrefix}${String(index + 1).padStart(4, '0')}`,
      name,
      welsh,
      ring: [...degrees, at(degrees, 0)],
    }
  })
}

/** The ward whose polygon holds a point given in degrees, or null outside the borough. */
export function wardFinder(wards: readonly DemoWard[]): (point: Degrees) => DemoWard | null {
  const boxes = wards.map(({ ring }) => {
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
  })
  return (point) =>
    wards.find((ward, index) => {
      const [west, south, east, north] = at(boxes, index)
      const [x, y] = point
      return x >= west && x <= east && y >= south && y <= north && contains(ward.ring, point)
    }) ?? null
}

/** Moves the planned ward centres towards where people live (Lloyd's algorithm). */
function settle(plan: Plan, homes: readonly Point[]): Point[] {
  const outline = outlineOf(plan)
  let centres: Point[] = plan.wards.map(({ near }) => near)
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => ({ x: 0, y: 0, homes: 0 }))
    for (const home of homes) {
      let nearest = 0
      centres.forEach((centre, index) => {
        if (distance(home, centre) < distance(home, at(centres, nearest))) nearest = index
      })
      const sum = at(sums, nearest)
      sum.x += home[0]
      sum.y += home[1]
      sum.homes++
    }
    centres = centres.map((centre, index) => {
      const { x, y, homes: count } = at(sums, index)
      const moved: Point = count === 0 ? centre : between(centre, [x / count, y / count], 0.6)
      return contains(outline, moved) ? moved : centre
    })
  }
  return centres
}

/** The part of a ring that lies nearer to one centre than to another (Sutherland-Hodgman). */
function nearerTo(ring: readonly Point[], own: Point, other: Point): Point[] {
  const side = (point: Point): number =>
    (point[0] - (own[0] + other[0]) / 2) * (own[0] - other[0]) + (point[1] - (own[1] + other[1]) / 2) * (own[1] - other[1])
  return ring.flatMap((point, index) => {
    const next = at(ring, (index + 1) % ring.length)
    const [here, there] = [side(point), side(next)]
    const kept = here >= 0 ? [point] : []
    return here >= 0 === there >= 0 ? kept : [...kept, between(point, next, here / (here - there))]
  })
}

/** One and the same corner for cells that computed it each on their own. */
class SharedCorners {
  readonly #corners = new Grid<Point>(5)

  same(corner: Point): Point {
    const known: Point[] = []
    this.#corners.each(corner, 1, (other) => {
      if (distance(other, corner) < 0.5) known.push(other)
    })
    const [found] = known
    if (found) return found
    this.#corners.add(corner, corner)
    return corner
  }
}
