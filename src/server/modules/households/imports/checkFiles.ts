import { join } from 'node:path'
import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import type { ContactCounts } from '../contacts/replaceContacts'
import { COLUMN_TYPES, FILE_COLUMNS } from '../columns/columns'
import { ratesAt, ratesIn } from '../estimates/rates'
import type { Ward } from '../snapshots/wards'
import { HOUSEHOLD_COLUMNS } from './checkedColumn'
import { checkContacts } from './contactChecks'
import { findLosses } from './losses'
import { checkRepeatedReferences, findContradictions, findRulesInForce, selectNumber } from './householdChecks'
import { PARQUET } from '../snapshots/importing/staging'
import { stageFile } from './stageFile'
import { inspectFile } from './openFile'
import { createProgress } from './progress'
import { createFaultList, ImportFaults, type FaultGroup, type ImportProgress, type ImportRequest } from './report'
import { simplifyWards } from './simplifyWards'
import { findStrays } from './strayHouseholds'
import { checkPlaces, checkWards, findInhabited, warnOfEmptyWards } from './wardChecks'
import { readWardsFile, type ReadWards } from './wardsFile'

export type CheckRequest = Pick<
  ImportRequest,
  'householdsFile' | 'contactsFile' | 'localAuthority' | 'month' | 'fileBefore' | 'signal'
> & {
  /** Undefined for `wardsBefore`, checked with an earlier month. */
  readonly wardsFile: string | undefined
  readonly wardsBefore?: readonly Ward[]
  readonly contactsBefore: ContactCounts
}

export interface CheckedMonth {
  readonly wards: readonly Ward[]
  readonly householdCount: number
  readonly warnings: readonly FaultGroup[]
  /** In sentences, to be confirmed before publication. */
  readonly losses: readonly string[]
  readonly snapshotFile: string
}

/**
 * Writes a checked month's snapshot. Contacts stay in the connection.
 * @param report receives progress up to 0.9
 * @throws ImportFaults; Error for a missing file; an aborted signal's reason
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

  const households = await progress.step('Reading the households', 0, 0.58, (part) =>
    stageFile(connection, 'households', householdsFile, HOUSEHOLD_COLUMNS, folder, { faults, warnings }, part),
  )
  const householdCount = households ? await selectNumber(connection, 'select count(*)::integer from households') : 0
  const inhabited = householdCount > 0 ? await findInhabited(connection) : undefined
  const read = await progress.step('Reading the wards', 0.58, 0.6, async () =>
    wardsFile
      ? readWardsFile(wardsFile, { localAuthority: request.localAuthority, inhabited }, { faults, warnings })
      : keepWards(request.wardsBefore ?? [], inhabited),
  )
  if (households) {
    await progress.step('Checking the households', 0.6, 0.65, async () => {
      if (householdCount === 0) faults.addForFile('no rows', households.fileName, 'The file has a header and no rows.')
      await checkRepeatedReferences(connection, 'households', households, faults)
      await findContradictions(connection, households, warnings)
      if (!read || !inhabited) return
      const wardsFileName = wardsFile?.name ?? WARDS_BEFORE
      warnOfEmptyWards(wardsFileName, read.codes, inhabited, warnings)
      await checkWards(connection, households, read.codes, wardsFileName, faults)
      if (read.wards.length === 0) return
      const authorities = read.wards.map(({ localAuthorityCode }) => localAuthorityCode)
      const rates = ratesIn(ratesAt(new Date(request.month)), authorities)
      await findRulesInForce(connection, households, request.month, rates, warnings)
      await checkPlaces(connection, households, read.wards, faults)
      await findStrays(connection, households, read.wards, warnings)
    })
  }
  if (contactsFile) {
    const { contactsBefore } = request
    await progress.step('Reading the contacts', 0.65, 0.75, (part) =>
      checkContacts(connection, contactsFile, { folder, contactsBefore, householdCount }, { faults, warnings }, part),
    )
  }
  const found = faults.groups()
  if (found.length > 0) throw new ImportFaults(found, warnings.groups())
  const losses = await findLosses(connection, { ...request, hasContacts: contactsFile !== undefined, householdCount })
  return { wards: read?.wards ?? [], householdCount, warnings: warnings.groups(), losses }
}

const WARDS_BEFORE = 'the wards of the month before'

function keepWards(before: readonly Ward[], inhabited: ReadonlySet<string> | undefined): ReadWards {
  const kept = before.filter(({ code }) => inhabited?.has(code))
  return { wards: simplifyWards(kept) ?? [], codes: before.map(({ code }) => code) }
}

/** Sorted so that ward queries read few blocks, columns compress well and a filter's bits come in runs. */
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
