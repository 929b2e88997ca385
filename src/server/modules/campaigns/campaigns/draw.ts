/** docs/product.md#hold-out. Deterministic for a list and seed. */
import { createHash } from 'node:crypto'
import { MAX_DRAWN_TOGETHER } from '../../households/snapshots/snapshot'

export interface Drawable {
  readonly reference: string
  readonly wardCode: string
  /** Pounds a year. */
  readonly award: number
  readonly place: string
  /** Shared by households of one mobile number; undefined if unique. */
  readonly number?: string | undefined
}

const BANDS = 4

/**
 * Draws households to hold out, sorted by reference: every n-th from a random start, ordered randomly within strata of
 * ward and award band, gives equal chances. Households of one address or mobile number are drawn together.
 * @param seed random, stored with the campaign
 */
export function drawHeldOut(households: readonly Drawable[], percentage: number, seed: string): string[] {
  const share = percentage / 100
  const findBand = chooseBands(households)
  const start = computeFraction(seed, '')
  return groupUnits(households)
    .map((unit) => {
      const [{ reference, wardCode, award }] = unit
      return { unit, stratum: `${wardCode} ${findBand(award)}`, lot: computeHash(seed, reference) }
    })
    .toSorted((a, b) => compare(a.stratum, b.stratum) || compare(a.lot, b.lot))
    .filter((_address, index) => Math.floor((index + 1) * share + start) > Math.floor(index * share + start))
    .flatMap(({ unit }) => unit.map(({ reference }) => reference))
    .toSorted(compare)
}

/** Takes out households never to be held out, and those that would be drawn with them. */
export function separateNeverDrawn(households: readonly Drawable[], named: ReadonlySet<string>) {
  const exempt = groupUnits(households).filter((unit) => unit.some(({ reference }) => named.has(reference)))
  const neverDrawn = new Set(exempt.flat().map(({ reference }) => reference))
  return { neverDrawn, drawable: households.filter(({ reference }) => !neverDrawn.has(reference)) }
}

type Unit = readonly [Drawable, ...Drawable[]]

function groupUnits(households: readonly Drawable[]): Unit[] {
  const alone = households.toSorted(byReference).map((household): Unit => [household])
  const ofAddresses = joinUnits(alone, ({ place }) => place)
  return joinUnits(ofAddresses, ({ number }) => number)
}

/** Joins units by key. A block of flats, or a number that many have, joins nobody. */
function joinUnits(units: readonly Unit[], keyOf: (household: Drawable) => string | undefined): Unit[] {
  const unitsByReference = new Map(units.flatMap((unit) => unit.map(({ reference }) => [reference, unit])))
  const byKey = new Map<string, Drawable[]>()
  for (const household of units.flat()) {
    const key = keyOf(household)
    if (key === undefined) continue
    const sharing = byKey.get(key)
    if (sharing) sharing.push(household)
    else byKey.set(key, [household])
  }
  for (const sharing of byKey.values()) {
    const found = new Set(sharing.flatMap(({ reference }) => unitsByReference.get(reference) ?? []))
    const [first, ...others] = [...found].toSorted(byReference)
    if (!first || sharing.length > MAX_DRAWN_TOGETHER || found.size > MAX_DRAWN_TOGETHER) continue
    const joined: Unit = [first, ...others]
    for (const { reference } of joined) unitsByReference.set(reference, joined)
  }
  return [...new Set(unitsByReference.values())]
}

const byReference = (a: Drawable, b: Drawable) => compare(a.reference, b.reference)

/** Quarters of the list by award; equal awards share one. */
function chooseBands(households: readonly Drawable[]): (award: number) => number {
  const awards = households.map(({ award }) => award).toSorted((a, b) => a - b)
  const bands = new Map<number, number>()
  awards.forEach((award, index) => {
    if (!bands.has(award)) bands.set(award, Math.floor((BANDS * index) / awards.length))
  })
  return (award) => bands.get(award) ?? 0
}

const computeHash = (seed: string, text: string) => createHash('sha256').update(`${seed}\n${text}`).digest('hex')

const computeFraction = (seed: string, text: string) =>
  Number.parseInt(computeHash(seed, text).slice(0, 12), 16) / 2 ** 48

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
