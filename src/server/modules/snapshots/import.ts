import { join } from 'node:path'
import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { requireDiskSpace } from '../../disk'
import { ensureOrganisation } from '../organisations/service'
import { replaceContacts } from '../recipients/service'
import { COLUMN_TYPES, SNAPSHOT_COLUMNS } from './columns'
import { removeSnapshotFile, snapshotsFolder } from './files'
import { CONTACT_COLUMNS, HOUSEHOLD_COLUMNS } from './importing/checkedColumn'
import { stagedContacts } from './importing/contacts'
import {
  createFaultList,
  ImportFaults,
  type FaultGroup,
  type ImportReport,
  type ImportProgress,
  type ImportRequest,
} from './importing/report'
import {
  checkPlaces,
  checkRepeatedReferences,
  checkWards,
  findContactsWithoutHousehold,
} from './importing/householdChecks'
import { inspectFile } from './importing/openFile'
import { createProgress } from './importing/progress'
import { openStaging, stageFile } from './importing/staging'
import { readWards } from './importing/wardsFile'
import { createWorkFolder, removeLeftovers, type WorkFolder } from './importing/workFolder'
import * as repo from './repo'
import type { Ward } from './wards'

export { ImportFaults, type FaultGroup, type ImportReport } from './importing/report'
export type { ImportProgress, ImportRequest } from './importing/report'

/**
 * Imports an organisation's month, all or nothing, checked in an on-disk DuckDB to bound memory. One transaction at the
 * end takes the finished file, contacts and organisation; running servers read it with their next request, and look a
 * replaced file's row up again.
 * @throws ImportFaults with the report; Error for a missing file; an aborted signal's reason.
 */
export async function importSnapshot(
  request: ImportRequest,
  report: (at: ImportProgress) => void = () => {},
): Promise<ImportReport> {
  const { dataFolder } = request.into
  const month = firstOfMonth(request.month)
  await removeDeadImports(request.into)
  await requireDiskSpace(dataFolder)
  const work = await createWorkFolder(dataFolder, request.into.store)
  try {
    const staging = await openStaging(work.path)
    const interrupt = () => staging.connection.interrupt()
    request.signal?.addEventListener('abort', interrupt)
    try {
      const staged = await stageAndCheck(request, work, staging.connection, report)
      return await take(request, month, work, staging.connection, staged, report)
    } finally {
      request.signal?.removeEventListener('abort', interrupt)
      staging.close()
    }
  } catch (error) {
    request.signal?.throwIfAborted()
    // DuckDB's errors carry no code: was the disk full?
    if (!(error instanceof ImportFaults)) await requireDiskSpace(dataFolder)
    throw error
  } finally {
    await work.remove()
  }
}

/** Removes what killed imports left. */
export const removeDeadImports = ({ database, dataFolder, store }: ImportRequest['into']): Promise<void> =>
  removeLeftovers(
    dataFolder,
    store,
    (fileKey) => database.asSystem((tx) => repo.isFileTaken(tx, fileKey)),
    // The embedded database has one import at a time.
    database.engine !== 'embedded',
  )

interface Staged {
  readonly wards: readonly Ward[]
  readonly householdCount: number
  readonly warnings: readonly FaultGroup[]
}

async function stageAndCheck(
  request: ImportRequest,
  work: WorkFolder,
  connection: DuckDBConnection,
  report: (at: ImportProgress) => void,
): Promise<Staged> {
  const faults = createFaultList()
  const warnings = createFaultList()
  const progress = createProgress(connection, report, request.signal)
  const wardsFile = await inspectFile(request.wardsFile)
  const householdsFile = await inspectFile(request.householdsFile)
  const contactsFile = request.contactsFile === undefined ? undefined : await inspectFile(request.contactsFile)

  const wards = await progress.step('Reading the wards', 0, 0.02, () =>
    readWards(wardsFile, request.localAuthority, faults),
  )
  const wardsAreSound = faults.groups().length === 0
  const households = await progress.step('Reading the households', 0.02, 0.6, (part) =>
    stageFile(connection, 'households', householdsFile, HOUSEHOLD_COLUMNS, work.path, faults, part),
  )
  const householdCount = households ? await countRows(connection, 'households') : 0
  if (households) {
    await progress.step('Checking the households', 0.6, 0.65, async () => {
      if (householdCount === 0) reportNoRows(faults, households.fileName)
      await checkRepeatedReferences(connection, 'households', households, faults)
      if (!wardsAreSound || wards.length === 0) return
      await checkWards(connection, households, wards, wardsFile.name, faults)
      await checkPlaces(connection, households, wards, faults)
    })
  }
  if (contactsFile) {
    await progress.step('Reading the contacts', 0.65, 0.75, async (part) => {
      const contacts = await stageFile(connection, 'contacts', contactsFile, CONTACT_COLUMNS, work.path, faults, part)
      if (!contacts) return
      if ((await countRows(connection, 'contacts')) === 0) reportNoRows(faults, contacts.fileName)
      await checkRepeatedReferences(connection, 'contacts', contacts, faults)
      if (households) await findContactsWithoutHousehold(connection, contacts, warnings)
    })
  }
  const found = faults.groups()
  if (found.length > 0) throw new ImportFaults(found, warnings.groups())
  return { wards, householdCount, warnings: warnings.groups() }
}

function reportNoRows(faults: ReturnType<typeof createFaultList>, file: string): void {
  const expected = 'The file has a header and no rows.'
  faults.add('no rows', { file, row: null, column: null, value: null, expected })
}

async function countRows(connection: DuckDBConnection, table: string): Promise<number> {
  const reader = await connection.runAndReadAll(`select count(*)::integer from ${table}`)
  return Number(reader.value(0, 0))
}

async function take(
  request: ImportRequest,
  month: string,
  work: WorkFolder,
  connection: DuckDBConnection,
  { wards, householdCount, warnings }: Staged,
  report: (at: ImportProgress) => void,
): Promise<ImportReport> {
  const { database, dataFolder, store } = request.into
  const progress = createProgress(connection, report, request.signal)
  const file = join(work.path, 'snapshot.parquet')
  await progress.step('Writing the snapshot', 0.75, 0.9, () => writeParquet(connection, file))
  await work.publish(file).catch(async (error: unknown) => {
    await work.withdraw()
    throw error
  })
  const taken = await progress
    .step('Taking the snapshot', 0.9, 1, (part) =>
      database.asSystem(async (tx) => {
        const { organisation, isNew } = await ensureOrganisation(tx, request.organisation)
        const { id, slug, name } = organisation
        const row = { organisationId: id, month, fileKey: work.fileKey, householdCount, wards }
        const replacedKey = await repo.saveSnapshot(tx, row)
        if (replacedKey !== undefined) await work.noteReplaced(replacedKey)
        const contactCount =
          request.contactsFile === undefined
            ? null
            : await replaceContacts(
                tx,
                id,
                stagedContacts(connection, async (written) => {
                  part(written / householdCount)
                  await requireDiskSpace(dataFolder)
                }),
              )
        return { organisation: { id, slug, name, isNew }, replacedKey, contactCount }
      }),
    )
    .catch(async (error: unknown) => {
      await work.withdraw()
      throw error
    })
  const { organisation, replacedKey, contactCount } = taken
  // A failure costs only disk space.
  if (replacedKey !== undefined)
    await removeSnapshotFile(store, snapshotsFolder(dataFolder), replacedKey).catch(() => {})
  const replaced = replacedKey !== undefined
  return { organisation, month, householdCount, wardCount: wards.length, contactCount, replaced, warnings }
}

/**
 * Sorted so that queries by ward read few blocks, columns compress well and a filter's bits come in runs. Row groups
 * match DuckDB's in memory.
 */
async function writeParquet(connection: DuckDBConnection, file: string): Promise<void> {
  const columns = SNAPSHOT_COLUMNS.map(({ name, kind }) => {
    const identifier = quotedIdentifier(name)
    return `${identifier}::${COLUMN_TYPES[kind]} as ${identifier}`
  })
  await connection.run(
    `copy (select ${columns.join(', ')} from households order by ward_code, household_reference) ` +
      `to ${quotedString(file)} (format parquet, compression zstd, row_group_size 122880)`,
  )
}

/** Any day names its month's snapshot. @throws Error for an invalid date. */
export function firstOfMonth(day: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(NaN)
  // For 2026-02-30.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
    throw new Error(`${day} is not a date. Write the snapshot's month as yyyy-mm-dd, such as 2026-10-01.`)
  }
  return `${day.slice(0, 7)}-01`
}
