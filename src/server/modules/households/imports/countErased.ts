import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { readShortLines } from '../../../lib/shortLines'
import type { IsErased } from '../../platform/erasure-ledger/service'
import type { LeftOut } from './importOutcome'
import { newHouseholdSchema } from './monthMessages'

/** So many digests take some milliseconds, and a month may bring millions. */
const LINES_AT_ONCE = 1_000

/** Of the longest reference, escaped, several times. */
const MAX_LINE_BYTES = 10_000

/** How many of a month's new households (`MONTH_FILES.newHouseholds`) were erased. In pieces, with others' turns between. */
export async function countErased(newHouseholds: Readable, isErased: IsErased): Promise<LeftOut> {
  const leftOut = { households: 0, contacts: 0 }
  let read = 0
  for await (const line of readShortLines(newHouseholds, MAX_LINE_BYTES)) {
    if (++read % LINES_AT_ONCE === 0) await setImmediate()
    const { household_reference: reference, has_contact: hasContact } = newHouseholdSchema.parse(JSON.parse(line))
    if (!isErased(reference)) continue
    leftOut.households += 1
    if (hasContact) leftOut.contacts += 1
  }
  return leftOut
}
