import type { NamedLine, Plan, River } from './plan'
import { at, distance, noise, spline, type Point } from './plane'
import { draw, meander, riverBanks, wobblyRing, type DrawnLine, type NamedArea } from './terrain'

/** The country round about, drawn coarsely: the map starts zoomed out, and a town does not end in nothing. */
export interface Country {
  readonly towns: readonly (NamedArea & { readonly centre: Point })[]
  readonly woods: readonly NamedArea[]
  readonly rivers: readonly NamedArea[]
  readonly railways: readonly DrawnLine[]
  readonly roads: readonly DrawnLine[]
}

/** Metres between the vertices of what lies outside the borough, and over how many it starts to bend. */
const STEP = 260
const SETTLING = 2_500

/** Lays out what lies outside the borough: neighbouring towns, and the lines that go on to them. */
export function layCountry(plan: Plan): Country {
  const { towns, woods, roads } = plan.surroundings
  return {
    towns: towns.map(({ name, centre, radius }, index) => ({
      name,
      centre,
      ring: wobblyRing({ name, centre, radius: [radius, radius * 0.75], bearing: 40 * index }, 300 + index),
    })),
    woods: woods.map((wood, index) => ({ name: wood.name, ring: wobblyRing(wood, 350 + index) })),
    rivers: plan.rivers.flatMap(outerRiver),
    railways: plan.railways.flatMap((line) => goOn(line, draw(line).line)),
    roads: [
      ...plan.mainRoads.flatMap((line) => goOn(line, draw(line).line)),
      ...roads.map(({ name, line }) => ({ name, line: bend(line) })),
    ],
  }
}

/** The line's ways on from its two ends, beginning exactly where it ends. */
function goOn({ name, beyond }: NamedLine, line: readonly Point[]): DrawnLine[] {
  return [
    ...(beyond?.start ? [{ name, line: bend([at(line, 0), ...beyond.start]) }] : []),
    ...(beyond?.end ? [{ name, line: bend([at(line, -1), ...beyond.end]) }] : []),
  ]
}

function outerRiver(river: River): NamedArea[] {
  const course = meander(river)
  const [source, mouth] = river.width
  const upstream = goOn({ ...river, beyond: { start: river.beyond?.start } }, course)
  const downstream = goOn({ ...river, beyond: { end: river.beyond?.end } }, course)
  return [
    ...upstream.map(({ name, line }) => ({ name, ring: riverBanks(line, [source, source * 0.6]) })),
    ...downstream.map(({ name, line }) => ({ name, ring: riverBanks(line, [mouth, mouth * 1.7]) })),
  ]
}

function bend(points: readonly Point[]): Point[] {
  const line = spline(points, STEP)
  const start = at(line, 0)
  return line.map((point) => {
    const settled = Math.min(1, distance(point, start) / SETTLING)
    const shift = (seed: number): number => settled * (320 * noise(point, 3_400, seed) + 70 * noise(point, 900, seed + 5))
    return [point[0] + shift(81), point[1] + shift(82)]
  })
}
