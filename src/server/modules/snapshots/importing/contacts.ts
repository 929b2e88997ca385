import type { DuckDBConnection } from '@duckdb/node-api'
import type { Tx } from '../../../db/database'
import { gatherStatistics } from '../../../db/statistics'
import * as repo from '../repo'
import { CONTACT_COLUMNS } from './checkedColumn'

/** Contacts in one statement. */
const BATCH = 5_000

/**
 * Replaces the organisation's contacts by the staged ones that have a household. Nothing here is logged or reported:
 * contacts are personal data.
 * @returns how many there are now.
 */
export async function replaceContacts(
  tx: Tx,
  organisationId: string,
  connection: DuckDBConnection,
  progress: (written: number) => Promise<void>,
): Promise<number> {
  await repo.deleteContacts(tx, organisationId)
  const texts = CONTACT_COLUMNS.map((column) => column.name).filter((name) => name !== 'do_not_contact')
  const rows = await connection.stream(
    `select ${texts.map((name) => `coalesce(${name}, '')`).join(', ')}, do_not_contact ` +
      `from contacts semi join households using (household_reference)`,
  )
  let written = 0
  let columns: string[][] = texts.map(() => [])
  let doNotContact: boolean[] = []
  const write = async () => {
    if (doNotContact.length === 0) return
    await repo.insertContacts(tx, organisationId, columns, doNotContact)
    written += doNotContact.length
    await progress(written)
    columns = texts.map(() => [])
    doNotContact = []
  }
  for (let chunk = await rows.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    columns.forEach((values, index) => values.push(...chunkTexts(chunk.getColumnValues(index))))
    doNotContact.push(...chunk.getColumnValues(texts.length).map((value) => value === true))
    if (doNotContact.length >= BATCH) await write()
  }
  await write()
  await gatherStatistics(tx, 'contacts')
  return written
}

const chunkTexts = (values: readonly unknown[]) => values.map((value) => (typeof value === 'string' ? value : ''))
