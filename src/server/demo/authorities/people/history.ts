import { randomFor } from '../random'
import type { Home, Place } from '../place/place'
import { makeHousehold, MONTHS, type Household, type Languages } from './household'
import { rowOf, type Month, type Row } from './row'

/** The demo's months, the first of each: the last is the one on screen. */
export const DEMO_MONTHS: readonly Month[] = Array.from({ length: MONTHS }, (_, index) => ({
  date: `2026-${String(5 + index).padStart(2, '0')}-01`,
  index,
}))

/** Homes of the register that stand empty in the first month. */
const EMPTY_AT_FIRST = 0.012
/** In a month: somebody leaves a home, and somebody moves into one that stands empty. */
const LEAVE = 0.005
const MOVE_IN = 0.35

export interface People {
  /** Everyone who ever lives here in the demo's months, in the order of their references. */
  readonly households: readonly Household[]
  /** The households of a month (0 is the first), in the order of their references. */
  readonly livingIn: (month: number) => readonly Household[]
}

/** Lets people live in a place for the demo's months: some leave, and others take their homes. */
export function peoplePlace(
  place: Place,
  { referencePrefix, languages, wales }: { readonly referencePrefix: string; readonly languages: Languages; readonly wales: boolean },
): People {
  const households: Household[] = []
  const livingIn: Household[][] = []
  const moveIn = (home: Home, index: number, tenant: number): Household => {
    const reference = `${referencePrefix}-${String(households.length + 1).padStart(6, '0')}`
    const household = makeHousehold(reference, home, languages, wales, randomFor(place.plan.slug, 'household', index, tenant))
    households.push(household)
    return household
  }
  const movings = place.homes.map((_, index) => randomFor(place.plan.slug, 'moving', index))
  const tenants = place.homes.map(() => 0)
  const current: (Household | null)[] = place.homes.map(() => null)
  for (let month = 0; month < MONTHS; month++) {
    place.homes.forEach((home, index) => {
      const random = movings[index]
      if (!random) return
      const here = current[index] ?? null
      if (here && !random.chance(LEAVE)) return
      const fills = random.chance(month === 0 ? 1 - EMPTY_AT_FIRST : MOVE_IN)
      const tenant = tenants[index] ?? 0
      current[index] = fills ? moveIn(home, index, tenant) : null
      if (fills) tenants[index] = tenant + 1
    })
    const present = current.flatMap((household) => household ?? [])
    livingIn.push(present.sort((a, b) => (a.reference < b.reference ? -1 : 1)))
  }
  return { households, livingIn: (month) => livingIn[month] ?? [] }
}

/** The lines of a month's household file. */
export function* rowsOf(people: People, month: Month, wales: boolean): Generator<Row> {
  for (const household of people.livingIn(month.index)) yield rowOf(household, month, wales)
}
