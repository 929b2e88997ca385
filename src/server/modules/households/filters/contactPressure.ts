/** docs/product.md#contact-pressure */
import {
  LAST_CONTACTED_FILTER,
  MANY_MESSAGES,
  MESSAGES_FILTER,
  RECENT_DAYS,
} from '#contract/households/contactPressure'
import { daysOn, londonDay } from '#contract/days'
import type { HouseholdFacts, LoadedSnapshot } from '../snapshots/service'

type Band = { readonly from: number; readonly below: number }

interface Bands {
  readonly column: 'recent_messages' | 'contacted_at'
  readonly none: string
  readonly of: Readonly<Record<string, Band>>
}

function chooseBands(filterName: string, today: string): Bands | undefined {
  const daysAgo = (days: number) => Date.parse(daysOn(today, -days)) / 1000
  switch (filterName) {
    case MESSAGES_FILTER.filter_name:
      return {
        column: 'recent_messages',
        none: '0',
        of: { 1: { from: 1, below: 2 }, 2: { from: 2, below: 3 }, 3: { from: MANY_MESSAGES, below: Infinity } },
      }
    case LAST_CONTACTED_FILTER.filter_name:
      return {
        column: 'contacted_at',
        none: 'never',
        of: {
          days_30: { from: daysAgo(30), below: Infinity },
          days_90: { from: daysAgo(RECENT_DAYS), below: daysAgo(30) },
          days_365: { from: daysAgo(365), below: daysAgo(RECENT_DAYS) },
          earlier: { from: 1, below: daysAgo(365) },
        },
      }
  }
  return undefined
}

/**
 * With these values, or all others with `isNot`, because uncontacted households are in no list.
 * @param readFacts answers with `contacted_at` and `recent_messages`
 * @returns undefined for another filter; the index of an unknown value
 */
export async function findByContact(
  snapshot: LoadedSnapshot,
  filterName: string,
  wanted: readonly string[],
  readFacts: () => Promise<HouseholdFacts>,
): Promise<
  { readonly references: readonly string[]; readonly isNot: boolean } | { readonly unknown: number } | undefined
> {
  const bands = chooseBands(filterName, londonDay(new Date()))
  if (!bands) return undefined
  const unknown = wanted.findIndex((value) => value !== bands.none && !Object.hasOwn(bands.of, value))
  if (unknown !== -1) return { unknown }
  const isNot = wanted.includes(bands.none)
  const listed = Object.entries(bands.of).filter(([value]) => wanted.includes(value) !== isNot)
  const known = [await readFacts()]
  const lists = await Promise.all(
    listed.map(([, band]) => snapshot.references([{ kind: 'within', column: bands.column, ...band }], known)),
  )
  return { references: lists.flat(), isNot }
}
