import { randomFor, type Random } from '../random'
import { Grid } from './grid'
import type { NeighbourhoodKind, Plan } from './plan'
import { at, between, crossing, distance, lengthOf, type Point } from './plane'
import type { GrownStreet } from './streets'
import type { Terrain } from './terrain'

/** A piece between two junctions is left out this often: it makes closes and quiet crescents. */
const LEFT_OUT: Record<NeighbourhoodKind, number> = { centre: 0.08, terraces: 0.05, suburb: 0.34, estate: 0.3, village: 0.3 }
/** A dead end shorter than this is cut back to its junction, in metres. */
const SHORTEST_CLOSE = 48
/** How far a loose end looks ahead for a street to join, in metres. */
const REACH = 85
const LONGEST_STREET = 620

interface Segment {
  readonly a: Point
  readonly b: Point
  readonly street: number
}

/**
 * Makes a network of loose lines: ends run on to the next street where there is one, stubs are cut
 * back, some pieces between junctions are left out, and long lines become several streets.
 */
export function joinStreets(plan: Plan, terrain: Terrain, lines: readonly (readonly Point[])[]): GrownStreet[] {
  const random = randomFor(plan.slug, 'junctions')
  const fixed = [...terrain.mainRoads, ...terrain.lanes].map(({ line }) => line)
  const all = gridOf([...fixed, ...lines])
  const blocked = (point: Point): boolean =>
    terrain.inWater(point, 20) || terrain.inPark(point, 4) || terrain.railwayWithin(point, 20)
  const extended = lines.map((line, index) => {
    const self = fixed.length + index
    const forward = runOn(line, self, all, blocked)
    return [...runOn([...forward].reverse(), self, all, blocked)].reverse()
  })
  const network = gridOf([...fixed, ...extended])
  return extended.flatMap((line, index) => {
    const kind = terrain.neighbourhoodAt(at(line, Math.floor(line.length / 2)))?.kind ?? 'village'
    return piecesOf(line, fixed.length + index, network, kind, random)
  })
}

function gridOf(lines: readonly (readonly Point[])[]): Grid<Segment> {
  const grid = new Grid<Segment>(60)
  lines.forEach((line, street) => {
    for (let index = 1; index < line.length; index++) {
      const [a, b] = [at(line, index - 1), at(line, index)]
      grid.add(between(a, b, 0.5), { a, b, street })
    }
  })
  return grid
}

/** The line with its last end run on to the nearest street ahead, if nothing lies in between. */
function runOn(
  line: readonly Point[],
  self: number,
  all: Grid<Segment>,
  blocked: (point: Point) => boolean,
): readonly Point[] {
  const [before, end] = [at(line, -2), at(line, -1)]
  const length = distance(before, end) || 1
  const ahead: Point = [end[0] + ((end[0] - before[0]) / length) * REACH, end[1] + ((end[1] - before[1]) / length) * REACH]
  let part = Infinity
  all.each(end, REACH + 20, ({ street, a, b }) => {
    const met = street === self ? null : crossing(end, ahead, a, b)
    if (met && met.first < part) part = met.first
  })
  if (part === Infinity) return line
  // A hair beyond the street, so that both cross for certain.
  const target = between(end, ahead, Math.min(1, part + 0.5 / REACH))
  for (let step = 0.1; step < 1; step += 0.1) if (blocked(between(end, target, step))) return line
  return [...line, target]
}

interface Junction {
  readonly index: number
  readonly point: Point
}

/** Where other streets meet the line, in order along it. */
function junctionsOf(line: readonly Point[], self: number, network: Grid<Segment>): Junction[] {
  const found: Junction[] = []
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [at(line, index - 1), at(line, index)]
    const here: { part: number; point: Point }[] = []
    network.each(between(a, b, 0.5), distance(a, b) / 2 + 45, ({ street, a: c, b: d }) => {
      const met = street === self ? null : crossing(a, b, c, d)
      if (met) here.push({ part: met.first, point: between(a, b, met.first) })
    })
    here.sort((one, other) => one.part - other.part)
    for (const { point } of here) found.push({ index, point })
  }
  return found
}

function piecesOf(
  line: readonly Point[],
  self: number,
  network: Grid<Segment>,
  kind: NeighbourhoodKind,
  random: Random,
): GrownStreet[] {
  const junctions = junctionsOf(line, self, network)
  if (junctions.length === 0) return []
  const pieces: Point[][] = []
  const stub = (from: number, to: number, start: Point[], end: Point[]): Point[] => [...start, ...line.slice(from, to), ...end]
  const [first, last] = [at(junctions, 0), at(junctions, -1)]
  pieces.push(stub(0, first.index, [], [first.point]))
  for (let index = 1; index < junctions.length; index++) {
    const [a, b] = [at(junctions, index - 1), at(junctions, index)]
    pieces.push(stub(a.index, b.index, [a.point], [b.point]))
  }
  pieces.push(stub(last.index, line.length, [last.point], []))

  const streets: GrownStreet[] = []
  let run: Point[] = []
  let dead = false
  const finish = (): void => {
    if (run.length > 1 && lengthOf(run) > 30) streets.push({ line: run, kind, deadEnd: dead })
    run = []
    dead = false
  }
  pieces.forEach((piece, index) => {
    const isStub = index === 0 || index === pieces.length - 1
    const length = lengthOf(piece)
    if (isStub && length < SHORTEST_CLOSE) return
    if (!isStub && length > 25 && random.chance(LEFT_OUT[kind])) {
      finish()
      return
    }
    run = run.length === 0 ? piece : [...run, ...piece.slice(1)]
    dead ||= isStub
    if (lengthOf(run) > LONGEST_STREET) finish()
  })
  finish()
  return streets
}
