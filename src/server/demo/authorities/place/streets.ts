import { randomFor } from '../random'
import { streetDirections } from './direction'
import { Grid } from './grid'
import type { Neighbourhood, NeighbourhoodKind, Plan } from './plan'
import { distance, at, type Point } from './plane'
import { joinStreets } from './junctions'
import type { Terrain } from './terrain'

/** A street as it was grown, before it has a name. */
export interface GrownStreet {
  readonly line: readonly Point[]
  readonly kind: NeighbourhoodKind
  readonly deadEnd: boolean
}

/** Metres between neighbouring parallel streets, and between the streets that cross them. */
const SPACING: Record<NeighbourhoodKind, readonly [along: number, across: number]> = {
  centre: [72, 105],
  terraces: [58, 165],
  suburb: [78, 190],
  estate: [66, 150],
  village: [85, 170],
}

const STEP = 11
/** Streets nearer in direction than this count as parallel, and must keep their distance. */
const PARALLEL = Math.cos((38 * Math.PI) / 180)

interface Passed {
  readonly direction: Point
  readonly street: number
}

/**
 * Grows side streets through the built-up area: lines that follow {@link streetDirections} and,
 * at a right angle, the streets between them, each kept at its distance from its like, stopping
 * at water, parks and railways.
 */
export function growStreets(plan: Plan, terrain: Terrain): GrownStreet[] {
  const direction = streetDirections(plan, terrain)
  const passed = new Grid<Passed>(60)
  let street = 0
  for (const { line } of [...terrain.mainRoads, ...terrain.lanes]) {
    record(passed, line, street++)
  }

  const heading = (point: Point, family: 0 | 1, towards: Point | null): Point => {
    const angle = direction(point) + (family * Math.PI) / 2
    const unit: Point = [Math.cos(angle), Math.sin(angle)]
    return towards && unit[0] * towards[0] + unit[1] * towards[1] < 0 ? [-unit[0], -unit[1]] : unit
  }
  const isFree = (point: Point): boolean =>
    !terrain.inWater(point, 26) && !terrain.inPark(point, 7) && !terrain.railwayWithin(point, 26)
  const open = (point: Point): NeighbourhoodKind | null =>
    isFree(point) ? (terrain.neighbourhoodAt(point)?.kind ?? null) : null
  const crowded = (point: Point, unit: Point, room: number, self: number): boolean =>
    passed.some(
      point,
      room,
      ({ street, direction: way }, where) =>
        street !== self &&
        distance(where, point) < room &&
        Math.abs(way[0] * unit[0] + way[1] * unit[1]) > PARALLEL,
    )

  const trace = (seed: Point, family: 0 | 1, way: 1 | -1, self: number): Point[] => {
    const line: Point[] = []
    let unit = heading(seed, family, null)
    unit = [unit[0] * way, unit[1] * way]
    let point = seed
    for (let steps = 0; steps < 110; steps++) {
      const middle: Point = [point[0] + (unit[0] * STEP) / 2, point[1] + (unit[1] * STEP) / 2]
      unit = heading(middle, family, unit)
      const next: Point = [point[0] + unit[0] * STEP, point[1] + unit[1] * STEP]
      const kind = open(next)
      if (!kind || crowded(next, unit, SPACING[kind][family] * 0.62, self)) break
      line.push(next)
      point = next
    }
    return line
  }

  const grown: Point[][] = []
  for (const family of [0, 1] as const) {
    for (const { place, seed } of seeds(plan, family)) {
      if (terrain.neighbourhoodAt(seed) !== place) continue
      if (crowded(seed, heading(seed, family, null), SPACING[place.kind][family] * 0.95, -1) || !isFree(seed)) continue
      const self = street++
      const line = [...trace(seed, family, -1, self).reverse(), seed, ...trace(seed, family, 1, self)]
      if (line.length < 5) continue
      record(passed, line, self)
      grown.push(line)
    }
  }
  return joinStreets(plan, terrain, grown)
}

function record(passed: Grid<Passed>, line: readonly Point[], street: number): void {
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [at(line, index - 1), at(line, index)]
    const length = distance(a, b) || 1
    const direction: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
    for (let gone = 0; gone < length; gone += 15)
      passed.add([a[0] + direction[0] * gone, a[1] + direction[1] * gone], { direction, street })
  }
}

/** Places to start a street from: a shaken grid over every neighbourhood, from its centre outwards. */
function seeds(plan: Plan, family: 0 | 1): { place: Neighbourhood; seed: Point }[] {
  const random = randomFor(plan.slug, 'street seeds', family)
  return plan.neighbourhoods.flatMap((place) => {
    const reach = Math.max(...place.radius) * 1.3
    const found: Point[] = []
    for (let x = -reach; x <= reach; x += 34)
      for (let y = -reach; y <= reach; y += 34)
        found.push([
          place.centre[0] + x + random.between(-15, 15),
          place.centre[1] + y + random.between(-15, 15),
        ])
    return found
      .sort((a, b) => distance(a, place.centre) - distance(b, place.centre))
      .map((seed) => ({ place, seed }))
  })
}
