/** docs/product.md#one-number-several-households */
import { createHash } from 'node:crypto'
import type { SharedNumbers } from '#contract/campaigns/sharedNumbers'
import type { HouseholdFact, HouseholdFacts } from '../../households/snapshots/service'

/** By number, sorted: the first household gets the one text. */
export type SharingHouseholds = readonly (readonly string[])[]

/** Numbers, and their households. */
export const countSharedNumbers = (sharing: SharingHouseholds): SharedNumbers => ({
  numbers: sharing.length,
  households: sharing.reduce((sum, { length }) => sum + length, 0),
  most: sharing.reduce((most, { length }) => Math.max(most, length), 0),
})

/** The fact of {@link createRepeats}. */
export const REPEATS_NUMBER = 'repeats_number'

/** A fact: whether another household gets the number's text. */
export function createRepeats(sharing: SharingHouseholds): HouseholdFacts {
  const repeats = sharing.flatMap(([, ...others]) => others)
  return {
    key: `${REPEATS_NUMBER} ${createHash('sha256').update(repeats.join('\n')).digest('hex')}`,
    bytesAHousehold: 1,
    columns: [{ name: REPEATS_NUMBER, type: 'flag' }],
    async *read(): AsyncGenerator<HouseholdFact[]> {
      yield repeats.map((reference) => ({ reference, values: [true] }))
    },
  }
}

/** With households off the list whose text goes to some of these. */
export const withTexted = (references: ReadonlySet<string>, sharing: SharingHouseholds): ReadonlySet<string> =>
  new Set([
    ...references,
    ...sharing.filter((households) => households.some((one) => references.has(one))).map(([first = '']) => first),
  ])
