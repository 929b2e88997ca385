import { quotedString, type DuckDBConnection } from '@duckdb/node-api'
import type { ContactCounts } from '../contacts/replaceContacts'
import { selectNumber } from './householdChecks'

interface MonthToCompare {
  readonly hasContacts: boolean
  readonly contactsBefore: ContactCounts
  readonly householdCount: number
  readonly fileBefore?: string | undefined
}

const NEARLY_ALL = 0.9
const MORE_THAN_HALF = 0.5
/** In a month some households in a hundred come and go. */
const MORE_THAN_A_THIRD = 1 / 3

/** In sentences: many households, contacts of most, or nearly all known references. */
export async function findLosses(
  connection: DuckDBConnection,
  { hasContacts, contactsBefore, householdCount, fileBefore }: MonthToCompare,
): Promise<string[]> {
  const losses: string[] = []
  const count = (rows: string) => selectNumber(connection, `select count(*)::integer from ${rows}`)
  if (fileBefore !== undefined) {
    const before = `read_parquet(${quotedString(fileBefore)})`
    const fresh = await count(`households anti join ${before} using (household_reference)`)
    const known = await count(before)
    const gone = known - (householdCount - fresh)
    if (fresh > householdCount * NEARLY_ALL)
      losses.push(
        `${written(fresh)} of ${written(householdCount)} households have a reference that the month before does not have: ` +
          'campaigns, replies and visits would no longer find theirs.',
      )
    else if (gone > known * MORE_THAN_A_THIRD)
      losses.push(
        `${written(gone)} of the ${written(known)} households of the month before are not in the file: does it break off?`,
      )
  }
  if (hasContacts) {
    const contacts = await count('contacts semi join households using (household_reference)')
    if (contacts < contactsBefore.all * MORE_THAN_HALF)
      losses.push(
        `${written(contactsBefore.all)} households have a contact now, and ${written(contacts)} would have one: ` +
          'campaigns would not reach the others.',
      )
  }
  return losses
}

const written = (count: number) => count.toLocaleString('en-GB')
