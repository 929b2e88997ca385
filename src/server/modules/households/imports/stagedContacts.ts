import type { DuckDBConnection } from '@duckdb/node-api'
import type { ContactBatch } from '../contacts/replaceContacts'
import { CONTACT_COLUMNS } from './checkedColumn'

const BATCH = 5_000

/**
 * With a household: personal data, never logged or reported.
 * @param progress receives the number written so far
 */
export async function* stagedContacts(
  connection: DuckDBConnection,
  progress: (written: number) => Promise<void>,
): AsyncGenerator<ContactBatch> {
  const columns = CONTACT_COLUMNS.map((column) => column.name).filter((name) => name !== 'do_not_contact')
  const rows = await connection.stream(
    `select ${columns.map((name) => `coalesce(${name}, '')`).join(', ')}, do_not_contact ` +
      `from contacts semi join households using (household_reference)`,
  )
  let written = 0
  let texts: string[][] = columns.map(() => [])
  let doNotContact: boolean[] = []
  for (;;) {
    const chunk = await rows.fetchChunk()
    const isLast = !chunk || chunk.rowCount === 0
    if (!isLast) {
      texts.forEach((values, index) => values.push(...chunkTexts(chunk.getColumnValues(index))))
      doNotContact.push(...chunk.getColumnValues(columns.length).map((value) => value === true))
    }
    if (doNotContact.length >= (isLast ? 1 : BATCH)) {
      yield { texts, doNotContact }
      written += doNotContact.length
      await progress(written)
      texts = columns.map(() => [])
      doNotContact = []
    }
    if (isLast) return
  }
}

const chunkTexts = (values: readonly unknown[]) => values.map((value) => (typeof value === 'string' ? value : ''))
