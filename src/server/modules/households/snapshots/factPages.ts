import { readInPages } from '../../../db/rows'
import type { HouseholdFact } from './snapshot'

/** From rows read page by page, by reference. */
export async function* factPages<Row extends { readonly reference: string }>(
  readPage: (after: string) => Promise<Row[]>,
  valuesOf: (row: Row) => HouseholdFact['values'],
): AsyncIterable<HouseholdFact[]> {
  for await (const rows of readInPages<Row>((last) => readPage(last?.reference ?? ''))) {
    yield rows.map((row) => ({ reference: row.reference, values: valuesOf(row) }))
  }
}
