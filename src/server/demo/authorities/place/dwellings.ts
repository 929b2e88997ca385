import { randomFor, type Random } from '../random'
import { Grid } from './grid'
import type { Neighbourhood, NeighbourhoodKind, Plan } from './plan'
import { at, between, distance, nearestOnSegment, noise, type Point } from './plane'
import type { Terrain } from './terrain'

export type Accommodation = 'detached' | 'semi_detached' | 'terraced' | 'flat' | 'other'

/** A front door. Several flats of one building share its point. */
export interface Dwelling {
  readonly point: Point
  readonly neighbourhood: Neighbourhood
  readonly accommodation: Accommodation
  /** "12 Alder Street", or "Flat 3, 12 Alder Street". */
  readonly address: string
  readonly postcode: string
  /** From 0 to 1: the neighbourhood's, varying from street to street. */
  readonly deprivation: number
}

export interface NamedStreet {
  readonly name: string
  readonly line: readonly Point[]
}

/** Metres of street front that a house takes, and from the middle of the street to its door. */
const PLOTS: Record<NeighbourhoodKind, { readonly front: number; readonly setBack: number }> = {
  centre: { front: 13, setBack: 10.5 },
  terraces: { front: 9, setBack: 10 },
  suburb: { front: 17, setBack: 15 },
  estate: { front: 13, setBack: 13 },
  village: { front: 20, setBack: 14 },
}

const HOUSES: Record<NeighbourhoodKind, Readonly<Record<Exclude<Accommodation, 'flat'>, number>>> = {
  centre: { terraced: 70, semi_detached: 18, detached: 8, other: 4 },
  terraces: { terraced: 88, semi_detached: 10, detached: 1, other: 1 },
  suburb: { terraced: 6, semi_detached: 58, detached: 35, other: 1 },
  estate: { terraced: 55, semi_detached: 42, detached: 2, other: 1 },
  village: { terraced: 22, semi_detached: 33, detached: 43, other: 2 },
}

/** How often a plot holds flats, and how many. */
const FLATS: Record<NeighbourhoodKind, { readonly chance: number; readonly from: number; readonly to: number }> = {
  centre: { chance: 0.17, from: 3, to: 14 },
  terraces: { chance: 0.05, from: 2, to: 3 },
  suburb: { chance: 0.008, from: 4, to: 8 },
  estate: { chance: 0.045, from: 6, to: 12 },
  village: { chance: 0.01, from: 2, to: 4 },
}

/** A household's door is never nearer than this to the middle of another street, in metres. */
const CLEAR_OF_STREETS = 8
const INWARD_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'
/** The areas of the demo end far below it: ZE at 3, LD at 8. */
const FIRST_DISTRICT = 60

/**
 * Puts houses along both sides of every street of the built-up area, numbered odd on the left and
 * even on the right, clear of other streets, water, parks and railways.
 * `postcodeArea`: letters of a real area; with {@link FIRST_DISTRICT} no postcode is a real place's.
 */
export function buildDwellings(
  plan: Plan,
  terrain: Terrain,
  streets: readonly NamedStreet[],
  postcodeArea: string,
): Dwelling[] {
  const centreLines = new Grid<readonly [Point, Point, number]>(60)
  streets.forEach(({ line }, street) => {
    for (let index = 1; index < line.length; index++) {
      const [a, b] = [at(line, index - 1), at(line, index)]
      centreLines.add(between(a, b, 0.5), [a, b, street])
    }
  })
  const clear = (point: Point, own: number): boolean =>
    !centreLines.some(
      point,
      CLEAR_OF_STREETS + 22,
      ([a, b, street]) => street !== own && nearestOnSegment(point, a, b).distance < CLEAR_OF_STREETS,
    )

  const postcodes = new Postcodes(plan, postcodeArea)
  return streets.flatMap(({ name, line }, own) => {
    const random = randomFor(plan.slug, 'plots', own)
    return ([1, -1] as const).flatMap((side) => {
      let number = side === 1 ? -1 : 0
      return plotsAlong(line, side, terrain, random).flatMap(({ point, neighbourhood }) => {
        number += 2
        if (!clear(point, own) || terrain.inWater(point, 6) || terrain.inPark(point, 3) || terrain.railwayWithin(point, 14))
          return []
        const postcode = postcodes.of(neighbourhood, own * 2 + (side === 1 ? 0 : 1), number)
        return doorsOf(`${number} ${name}`, random, neighbourhood).map((door): Dwelling => ({
          ...door,
          point,
          neighbourhood,
          postcode,
          deprivation: Math.min(
            1,
            Math.max(0, neighbourhood.deprivation + 0.22 * noise(point, 480, 61) + 0.1 * noise(point, 140, 62)),
          ),
        }))
      })
    })
  })
}

/** The plots on one side of a street, in order along it; open country has none. */
function plotsAlong(
  line: readonly Point[],
  side: 1 | -1,
  terrain: Terrain,
  random: Random,
): { point: Point; neighbourhood: Neighbourhood }[] {
  const plots: { point: Point; neighbourhood: Neighbourhood }[] = []
  let next = random.between(6, 12)
  let gone = 0
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [at(line, index - 1), at(line, index)]
    const length = distance(a, b)
    while (next < gone + length) {
      const middle = between(a, b, (next - gone) / length)
      const neighbourhood = terrain.neighbourhoodAt(middle)
      if (!neighbourhood) {
        next += 20
        continue
      }
      const { front, setBack } = PLOTS[neighbourhood.kind]
      const back = side * (setBack + random.between(-1, 1.5))
      plots.push({
        point: [middle[0] - ((b[1] - a[1]) / length) * back, middle[1] + ((b[0] - a[0]) / length) * back],
        neighbourhood,
      })
      next += front * random.between(0.92, 1.12)
    }
    gone += length
  }
  return plots
}

function doorsOf(
  house: string,
  random: Random,
  { kind }: Neighbourhood,
): { address: string; accommodation: Accommodation }[] {
  const { chance, from, to } = FLATS[kind]
  if (!random.chance(chance)) return [{ address: house, accommodation: random.weighted(HOUSES[kind]) }]
  return Array.from({ length: random.whole(from, to) }, (_, index) => ({
    address: `Flat ${index + 1}, ${house}`,
    accommodation: 'flat' as const,
  }))
}

/** Hands out postcodes: one for about sixteen numbers of one side of a street, by neighbourhood. */
class Postcodes {
  readonly #districts: Map<Neighbourhood, { district: number; units: number }>
  #last: { neighbourhood: Neighbourhood; row: string; postcode: string } | null = null

  constructor(
    plan: Plan,
    private readonly postcodeArea: string,
  ) {
    this.#districts = new Map(plan.neighbourhoods.map((place, index) => [place, { district: FIRST_DISTRICT + index, units: 0 }]))
  }

  of(neighbourhood: Neighbourhood, streetSide: number, number: number): string {
    const row = `${streetSide}/${Math.floor(number / 32)}`
    if (this.#last?.neighbourhood === neighbourhood && this.#last.row === row) return this.#last.postcode
    const counter = this.#districts.get(neighbourhood) ?? { district: FIRST_DISTRICT, units: 0 }
    const unit = counter.units++
    const letters = INWARD_LETTERS.length
    const letter = (index: number): string => INWARD_LETTERS.charAt(index % letters)
    const sector = 1 + (Math.floor(unit / (letters * letters)) % 9)
    const postcode = `${this.postcodeArea}${counter.district} ${sector}${letter(Math.floor(unit / letters))}${letter(unit)}`
    this.#last = { neighbourhood, row, postcode }
    return postcode
  }
}
