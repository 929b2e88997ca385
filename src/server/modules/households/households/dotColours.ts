import { text } from 'node:stream/consumers'
import { CLASS_BOUNDS } from '#contract/households/dotColours'
import { DOT_COLOURS, type DotColour } from '#contract/households/needToKnow'
import { isContactHidden, isEstimateHidden } from '../need-to-know/groups'
import { type LoadedSnapshot, type RowFormat } from '../snapshots/service'
import { memoizeBySnapshot } from '../snapshots/memoize'

const AMOUNTS = {
  unclaimed: ['unclaimed_a_year'],
  arrears: ['rent_arrears', 'council_tax_arrears'],
} as const

const CACHED_CLASSES = 16

/** Deriving from no hidden column. */
export const dotColoursShown = (hidden: ReadonlySet<string>): DotColour[] =>
  DOT_COLOURS.filter((colour) => {
    if (colour === 'unclaimed') return !isEstimateHidden(hidden, 'unclaimed_a_year')
    if (colour === 'contacted') return !isContactHidden(hidden)
    return !AMOUNTS.arrears.some((column) => hidden.has(column))
  })

async function digits(snapshot: LoadedSnapshot, select: RowFormat['select'], classOf: (value: string) => number) {
  const encode: RowFormat['encode'] = ([values = []]) => values.map((value) => classOf(String(value))).join('')
  const all = await text(await snapshot.rows([], { select, encode }))
  return Uint8Array.from(all, Number)
}

function classByAmount(colour: keyof typeof AMOUNTS) {
  const select = [{ joined: AMOUNTS[colour] }]
  return memoizeBySnapshot(CACHED_CLASSES, (snapshot) =>
    digits(snapshot, select, (amounts) => {
      const sum = amounts.split(',').reduce((total, amount) => total + Number(amount), 0)
      return CLASS_BOUNDS[colour].filter((bound) => sum > bound).length
    }),
  )
}

/** Classifies a snapshot's households. @param contacted the households that a campaign reached */
export function createDotColours(contacted: (organisationId: string) => Promise<ReadonlySet<string>>) {
  const byAmount = { unclaimed: classByAmount('unclaimed'), arrears: classByAmount('arrears') }
  return async (snapshot: LoadedSnapshot, colour: DotColour, organisationId: string): Promise<Uint8Array> => {
    if (colour !== 'contacted') return byAmount[colour](snapshot)
    const references = await contacted(organisationId)
    return digits(snapshot, ['household_reference'], (reference) => (references.has(reference) ? 1 : 0))
  }
}
