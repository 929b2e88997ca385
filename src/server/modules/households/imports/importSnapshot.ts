import { join } from 'node:path'
import { quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { requireDiskSpace } from '../../../lib/disk'
import { ensureOrganisation } from '../../organisations/organisations/service'
import { findErased, holdErasures } from '../../platform/erasure-ledger/service'
import { findOrganisationId } from '../../organisations/organisations/service'
import {
  countContacts,
  forgetReplacedContacts,
  NO_CONTACTS,
  replaceContacts,
  type ContactCounts,
} from '../contacts/replaceContacts'
import { leaveOutErased } from '../snapshots/importing/erasing'
import { checkFiles, type CheckedMonth } from './checkFiles'
import { requireContacts, requireSnapshot } from './readAgain'
import { readCheckedWards } from './checkedWards'
import { stagedContacts } from './stagedContacts'
import { createProgress } from './progress'
import { ImportFaults, type ImportReport, type ImportProgress, type ImportRequest } from './report'
import { placeSnapshot, removeDeadImports } from '../snapshots/importing/placeSnapshot'
import { openStaging } from '../snapshots/importing/staging'
import { createWorkFolder, type WorkFolder } from '../snapshots/importing/workFolder'

/**
 * Imports a month, all or nothing, checked in an on-disk DuckDB to bound memory. One transaction commits file, contacts
 * and organisation.
 * @throws ImportFaults; Error for a missing file or losses not accepted; an aborted signal's reason
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
      const contactsBefore = await countContactsBefore(request)
      const checked = await checkFiles({ ...request, month, contactsBefore }, work.path, staging.connection, report)
      if (checked.losses.length > 0 && !request.acceptsLosses)
        throw new Error(
          `${checked.losses.join(' ')} Nothing was imported. If that is right, import with --accept-loss.`,
        )
      const hasContacts = request.contactsFile !== undefined
      const { wards, ...taken } = checked
      const written = await takeMonth(
        { ...request, month, hasContacts },
        work,
        staging.connection,
        { ...taken, wardsJson: JSON.stringify(wards) },
        report,
      )
      return { ...written, wardCount: wards.length, warnings: checked.warnings }
    } finally {
      request.signal?.removeEventListener('abort', interrupt)
      staging.close()
    }
  } catch (error) {
    request.signal?.throwIfAborted()
    // DuckDB's errors carry no code.
    if (!(error instanceof ImportFaults)) await requireDiskSpace(dataFolder)
    throw error
  } finally {
    await work.remove()
  }
}

async function countContactsBefore({ into: { database }, organisation }: ImportRequest): Promise<ContactCounts> {
  const id = await database.asSystem((tx) => findOrganisationId(tx, organisation.slug))
  return id === undefined ? NO_CONTACTS : countContacts(database, id)
}

export interface PublishRequest extends Pick<ImportRequest, 'into' | 'organisation' | 'month'> {
  readonly checked: Pick<CheckedMonth, 'householdCount'>
  readonly fetchWards: (path: string) => Promise<void>
  readonly fetchSnapshot: (path: string) => Promise<void>
  /** Undefined keeps the existing contacts. */
  readonly fetchContacts: ((path: string) => Promise<void>) | undefined
}

/**
 * Publishes a checked month.
 * @throws Error when its files are not as the check should have left them
 */
export async function publishChecked(
  { checked, fetchWards, fetchSnapshot, fetchContacts, ...request }: PublishRequest,
  report: (at: ImportProgress) => void,
): Promise<void> {
  const { into } = request
  await removeDeadImports(into)
  await requireDiskSpace(into.dataFolder)
  const work = await createWorkFolder(into.dataFolder, into.store)
  try {
    const snapshotFile = join(work.path, 'snapshot.parquet')
    const contactsFile = join(work.path, 'contacts.parquet')
    const wardsFile = join(work.path, 'wards.jsonl')
    await fetchWards(wardsFile)
    const wardsJson = await readCheckedWards(wardsFile)
    await fetchSnapshot(snapshotFile)
    await fetchContacts?.(contactsFile)
    const staging = await openStaging(work.path)
    try {
      if (fetchContacts) {
        await requireContacts(staging.connection, contactsFile)
        await staging.connection.run(readTable('contacts', contactsFile))
      }
      await requireSnapshot(staging.connection, snapshotFile, checked.householdCount)
      await staging.connection.run(readTable('households', snapshotFile))
      const hasContacts = fetchContacts !== undefined
      const month = { ...checked, wardsJson, snapshotFile }
      await takeMonth({ ...request, hasContacts }, work, staging.connection, month, report)
    } finally {
      staging.close()
    }
  } finally {
    await work.remove()
  }
}

const readTable = (name: string, file: string) =>
  `create table ${name} as select ${name === 'contacts' ? '*' : 'household_reference'} from read_parquet(${quotedString(file)})`

interface MonthToTake extends Pick<CheckedMonth, 'householdCount' | 'snapshotFile'> {
  readonly wardsJson: string
}

type TakeRequest = Pick<ImportRequest, 'into' | 'organisation' | 'month' | 'signal'> & { readonly hasContacts: boolean }

async function takeMonth(
  { into, organisation: wanted, month, hasContacts, signal }: TakeRequest,
  work: WorkFolder,
  connection: DuckDBConnection,
  { wardsJson, householdCount: fileCount, snapshotFile }: MonthToTake,
  report: (at: ImportProgress) => void,
): Promise<Omit<ImportReport, 'wardCount' | 'warnings'>> {
  const { database, dataFolder } = into
  const progress = createProgress(connection, report, signal)
  const erased = await database.asSystem(async (tx) => {
    const id = await findOrganisationId(tx, wanted.slug)
    return id === undefined ? undefined : findErased(tx, id)
  })
  const leftOut = erased?.count ? await leaveOutErased(connection, snapshotFile, erased.has) : 0
  const householdCount = fileCount - leftOut
  const { written, isReplaced } = await progress.step('Taking the snapshot', 0.9, 1, (part) =>
    placeSnapshot(into, work, snapshotFile, async (tx, saveMonth) => {
      const { organisation, isNew } = await ensureOrganisation(tx, wanted)
      const { id, slug, name } = organisation
      await holdErasures(tx, id, erased?.count ?? 0)
      await saveMonth({ organisationId: id, month, householdCount, wardsJson, replacesContacts: hasContacts })
      const contacts = stagedContacts(connection, async (contactsWritten) => {
        part(contactsWritten / householdCount)
        await requireDiskSpace(dataFolder)
      })
      if (!hasContacts) await forgetReplacedContacts(tx, id)
      const contactCount = hasContacts ? await replaceContacts(tx, id, contacts) : null
      return { organisation: { id, slug, name, isNew }, contactCount }
    }),
  )
  return { ...written, month, householdCount, replaced: isReplaced }
}

/** Any day's month, yyyy-mm-01. @throws Error for an invalid date */
export function firstOfMonth(day: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(NaN)
  // Catches dates such as 2026-02-30.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
    throw new Error(`${day} is not a date. Write the snapshot's month as yyyy-mm-dd, such as 2026-10-01.`)
  }
  return `${day.slice(0, 7)}-01`
}
