import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { quotedString, type DuckDBConnection } from '@duckdb/node-api'
import type { Database } from '../../../../db/database'
import { requireDiskSpace } from '../../../../lib/disk'
import { diskFault, NoRoom, OperatorFault } from '../../../../lib/operator'
import type { IsErased } from '../../../platform/erasure-ledger/service'
import { removeSnapshotFile, snapshotsFolder, type SnapshotFile, type SnapshotStore } from '../files'
import { PARQUET, openStaging } from './staging'
import { createWorkFolder, removeLeftovers } from './workFolder'
import * as repo from '../repo'

/** Strips byte order marks: the driver drops a leading one. */
const REFERENCE = `replace(household_reference, chr(65279), '')`

async function erasedIn(connection: DuckDBConnection, from: string, isErased: IsErased): Promise<string[]> {
  const erased: string[] = []
  const rows = await connection.stream(`select ${REFERENCE} from ${from}`)
  for (;;) {
    const chunk = await rows.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return erased
    erased.push(
      ...chunk
        .getColumnValues(0)
        .filter((value) => typeof value === 'string' && isErased(value))
        .map(String),
    )
  }
}

const quoteList = (references: readonly string[]) => references.map((reference) => quotedString(reference)).join(', ')

const copyWithout = (connection: DuckDBConnection, from: string, to: string, references: readonly string[]) =>
  connection.run(
    `copy (select * from read_parquet(${quotedString(from)}) where ${REFERENCE} not in (${quoteList(references)})) ` +
      `to ${quotedString(to)} ${PARQUET}`,
  )

/**
 * Also from contacts, which need a row in `households`.
 * @returns how many
 */
export async function leaveOutErased(
  connection: DuckDBConnection,
  snapshotFile: string,
  isErased: IsErased,
): Promise<number> {
  const references = await erasedIn(connection, 'households', isErased)
  if (references.length === 0) return 0
  await connection.run(`delete from households where ${REFERENCE} in (${quoteList(references)})`)
  const aside = `${snapshotFile}.kept`
  await copyWithout(connection, snapshotFile, aside, references)
  await rename(aside, snapshotFile)
  return references.length
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const unreadable = ({ month, fileKey }: repo.SnapshotRow, cause: unknown) =>
  new OperatorFault(
    `Households are erased, and ${MONTH.format(new Date(month))} may hold them still: its file cannot be read. Bring ` +
      `snapshots/${fileKey}.parquet back, from your backup or the bucket’s versions; it is then written again without them.`,
    { cause },
  )

interface ErasingDependencies {
  readonly database: Database
  readonly dataFolder: string
  readonly store: SnapshotStore | undefined
  readonly fetch: (file: SnapshotFile) => Promise<string>
}

/**
 * Rewrites months that contain erased households. Idempotent.
 * @throws AggregateError after trying all, naming unreadable months
 */
export async function eraseFromMonths(
  deps: ErasingDependencies,
  organisationId: string,
  isErased: IsErased,
): Promise<void> {
  const { database, dataFolder, store } = deps
  const isTaken = (fileKey: string) => database.asSystem((tx) => repo.isFileTaken(tx, fileKey))
  await removeLeftovers(dataFolder, store, isTaken, true, '.erasing-')
  const stored = await database.forOrganisation(organisationId, (tx) => repo.listStored(tx, organisationId))
  const faults: unknown[] = []
  for (const { id } of stored) {
    try {
      // Retried when its file was replaced meanwhile.
      while (!(await eraseFromMonth(id))) await requireDiskSpace(dataFolder)
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Not every month could be written again.')

  async function eraseFromMonth(id: string): Promise<boolean> {
    const row = await database.forOrganisation(organisationId, (tx) => repo.findStored(tx, id))
    if (!row) return true
    const work = await createWorkFolder(dataFolder, store, '.erasing-')
    try {
      const staging = await openStaging(work.path)
      const file = join(work.path, 'snapshot.parquet')
      let erased: string[]
      try {
        const read = await readErased(staging.connection, row)
        erased = read.erased
        if (erased.length === 0) return true
        await copyWithout(staging.connection, read.path, file, erased)
      } finally {
        staging.close()
      }
      await work.noteReplaced(row.fileKey)
      const published = await work.publish(file)
      const isReplaced = await database.forOrganisation(organisationId, (tx) =>
        repo.replaceFile(tx, row, { ...published, householdCount: row.householdCount - erased.length }),
      )
      await removeSnapshotFile(store, snapshotsFolder(dataFolder), isReplaced ? row.fileKey : work.fileKey)
      return isReplaced
    } finally {
      await work.remove()
    }
  }

  async function readErased(connection: DuckDBConnection, row: repo.SnapshotRow) {
    try {
      const path = await deps.fetch(row)
      return { path, erased: await erasedIn(connection, `read_parquet(${quotedString(path)})`, isErased) }
    } catch (cause) {
      const fault = diskFault(cause, dataFolder)
      throw fault instanceof NoRoom ? fault : unreadable(row, fault ?? cause)
    }
  }
}
