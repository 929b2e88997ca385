import { join } from 'node:path'
import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { COLUMN_TYPES, FILE_COLUMNS } from '../columns/columns'
import { ratesAt, ratesIn } from '../estimates/rates'
import type { Ward } from '../snapshots/wards'
import { CONTACT_COLUMNS, HOUSEHOLD_COLUMNS } from './checkedColumn'
import {
  checkPlaces,
  checkRepeatedReferences,
  checkWards,
  findContactsWithoutHousehold,
  findContradictions,
  findRulesInForce,
} from './householdChecks'
import { PARQUET } from '../snapshots/importing/staging'
import { stageFile } from './stageFile'
import { inspectFile } from './openFile'
import { createProgress } from './progress'
import { createFaultList, ImportFaults, type FaultGroup, type ImportProgress, type ImportRequest } from './report'
import { simplifyWards } from './simplifyWards'
import { readWardsFile } from './wardsFile'

export type CheckRequest = Pick<
  ImportRequest,
  'householdsFile' | 'contactsFile' | 'localAuthority' | 'month' | 'signal'
> & {
  /** Undefined for `wardsBefore`, which were checked with an earlier month. */
  readonly wardsFile: string | undefined
  readonly wardsBefore?: readonly Ward[]
}

export interface CheckedMonth {
  readonly wards: readonly Ward[]
  readonly householdCount: number
  readonly warnings: readonly FaultGroup[]
  readonly snapshotFile: string
}

/**
 * Writes a checked month's snapshot into the folder. Contacts stay in the connection.
 * @param report receives progress up to 0.9
 * @throws ImportFaults with the report; Error for a missing file; an aborted signal's reason
 */
export async function checkFiles(
  request: CheckRequest,
  folder: string,
  connection: DuckDBConnection,
  report: (at: ImportProgress) => void,
): Promise<CheckedMonth> {
  const staged = await stageAndCheck(request, folder, connection, report)
  const snapshotFile = join(folder, 'snapshot.parquet')
  await createProgress(connection, report, request.signal).step('Writing the snapshot', 0.75, 0.9, () =>
    writeParquet(connection, snapshotFile),
  )
  return { ...staged, snapshotFile }
}

async function stageAndCheck(
  request: CheckRequest,
  folder: string,
  connection: DuckDBConnection,
  report: (at: ImportProgress) => void,
): Promise<Omit<CheckedMonth, 'snapshotFile'>> {
  const faults = createFaultList()
  const warnings = createFaultList()
  const progress = createProgress(connection, report, request.signal)
  const wardsFile = request.wardsFile === undefined ? undefined : await inspectFile(request.wardsFile)
  const householdsFile = await inspectFile(request.householdsFile)
  const contactsFile = request.contactsFile === undefined ? undefined : await inspectFile(request.contactsFile)

  const wards = await progress.step('Reading the wards', 0, 0.02, () =>
    wardsFile
      ? readWardsFile(wardsFile, request.localAuthority, faults)
      : Promise.resolve(simplifyWards(request.wardsBefore ?? []) ?? []),
  )
  const wardsAreSound = faults.groups().length === 0
  const households = await progress.step('Reading the households', 0.02, 0.6, (part) =>
    stageFile(connection, 'households', householdsFile, HOUSEHOLD_COLUMNS, folder, faults, part),
  )
  const householdCount = households ? await countRows(connection, 'households') : 0
  if (households) {
    await progress.step('Checking the households', 0.6, 0.65, async () => {
      if (householdCount === 0) faults.addForFile('no rows', households.fileName, NO_ROWS)
      await checkRepeatedReferences(connection, 'households', households, faults)
      await findContradictions(connection, households, warnings)
      if (!wardsAreSound || wards.length === 0) return
      const authorities = wards.map(({ localAuthorityCode }) => localAuthorityCode)
      const rates = ratesIn(ratesAt(new Date(request.month)), authorities)
      await findRulesInForce(connection, households, request.month, rates, warnings)
      await checkWards(connection, households, wards, wardsFile?.name ?? 'the wards of the month before', faults)
      await checkPlaces(connection, households, wards, faults)
    })
  }
  if (contactsFile) {
    await progress.step('Reading the contacts', 0.65, 0.75, async (part) => {
      const contacts = await stageFile(connection, 'contacts', contactsFile, CONTACT_COLUMNS, folder, faults, part)
      if (!contacts) return
      if ((await countRows(connection, 'contacts')) === 0) faults.addForFile('no rows', contacts.fileName, NO_ROWS)
      await checkRepeatedReferences(connection, 'contacts', contacts, faults)
      if (households) await findContactsWithoutHousehold(connection, contacts, warnings)
    })
  }
  const found = faults.groups()
  if (found.length > 0) throw new ImportFaults(found, warnings.groups())
  return { wards, householdCount, warnings: warnings.groups() }
}

const NO_ROWS = 'The file has a header and no rows.'

async function countRows(connection: DuckDBConnection, table: string): Promise<number> {
  const reader = await connection.runAndReadAll(`select count(*)::integer from ${table}`)
  return Number(reader.value(0, 0))
}

/**
 * Sorted so that ward queries read few blocks, columns compress well and a filter's bits come in runs. Row groups match
 * DuckDB's in memory.
 */
async function writeParquet(connection: DuckDBConnection, file: string): Promise<void> {
  const columns = FILE_COLUMNS.map(({ name, kind }) => {
    const identifier = quotedIdentifier(name)
    return `${identifier}::${COLUMN_TYPES[kind]} as ${identifier}`
  })
  await connection.run(
    `copy (select ${columns.join(', ')} from households order by ward_code, household_reference) ` +
      `to ${quotedString(file)} ${PARQUET}`,
  )
}
