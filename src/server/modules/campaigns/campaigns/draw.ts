/** docs/product.md#hold-out. Pure: the same list and seed give the same draw. */
import { createHash } from 'node:crypto'
import { MAX_OF_ONE_ADDRESS } from '../../households/snapshots/snapshot'

export interface Drawable {
  readonly reference: string
  readonly wardCode: string
  /** Pounds a year. */
  readonly award: number
  /** The same for households of one address. */
  readonly place: string
}

const BANDS = 4

/**
 * Draws the households to hold out, sorted by reference. Order is random within strata of ward and award band; taking
 * every n-th from a random start gives each household the same chance. Households of one address are drawn together: a
 * message reaches all of them.
 * @param seed from a random source, stored with the campaign
 */
export function drawHeldOut(households: readonly Drawable[], percentage: number, seed: string): string[] {
  const share = percentage / 100
  const bandOf = bandsOf(households)
  const start = fractionOf(seed, '')
  return addressesOf(households)
    .map((address) => {
      const [{ reference, wardCode, award }] = address
      return { address, stratum: `${wardCode} ${bandOf(award)}`, lot: hashOf(seed, reference) }
    })
    .toSorted((a, b) => compare(a.stratum, b.stratum) || compare(a.lot, b.lot))
    .filter((_address, index) => Math.floor((index + 1) * share + start) > Math.floor(index * share + start))
    .flatMap(({ address }) => address.map(({ reference }) => reference))
    .toSorted(compare)
}

type Address = readonly [Drawable, ...Drawable[]]

/** Each sorted by reference. */
function addressesOf(households: readonly Drawable[]): Address[] {
  const byPlace = new Map<string, [Drawable, ...Drawable[]]>()
  for (const household of households.toSorted((a, b) => compare(a.reference, b.reference))) {
    const there = byPlace.get(household.place)
    if (there) there.push(household)
    else byPlace.set(household.place, [household])
  }
  return [...byPlace.values()].flatMap((there): Address[] =>
    there.length > MAX_OF_ONE_ADDRESS ? there.map((household): Address => [household]) : [there],
  )
}

/** Quarters of the list by award; equal awards share one. */
function bandsOf(households: readonly Drawable[]): (award: number) => number {
  const awards = households.map(({ award }) => award).toSorted((a, b) => a - b)
  const bands = new Map<number, number>()
  awards.forEach((award, index) => {
    if (!bands.has(award)) bands.set(award, Math.floor((BANDS * index) / awards.length))
  })
  return (award) => bands.get(award) ?? 0
}

const hashOf = (seed: string, text: string) => createHash('sha256').update(`${seed}\n${text}`).digest('hex')

const fractionOf = (seed: string, text: string) => Number.parseInt(hashOf(seed, text).slice(0, 12), 16) / 2 ** 48

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
