import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { streamOutput } from '../../../clients/sandbox'
import type { JobKind } from '../../../jobs/queue'
import { MAX_WARDS_BYTES } from './checkedWards'
import { findErased } from '../../platform/erasure-ledger/service'
import { countContacts, NO_CONTACTS } from '../contacts/replaceContacts'
import { checkInProcess, CheckTakesLonger, CheckTookTooLong } from './checkProcess'
import type { ImportContext } from './context'
import { countErased } from './countErased'
import { publishByItself } from './handover'
import type { CheckedFile, ImportKey } from './importFiles'
import type { LeftOut } from './importOutcome'
import { WAITING } from './importStates'
import { MONTH_FILES } from './monthMessages'
import { createProgressReport } from './progressReport'
import type { ImportProgress } from './report'
import * as repo from './repo'

const ASK_EVERY_MS = 1_000

const CHECK_FAILED = 'The files could not be checked. Nothing was changed. Hand them over again, or tell the helpdesk.'

interface TurnOfCheck {
  /** Processor time. */
  readonly seconds: number
  /** Where longer checks start again. */
  readonly next?: JobKind<ImportKey>
}

/** Ends quietly if discarded meanwhile. */
export async function runMonthCheck(
  context: ImportContext,
  of: ImportKey,
  turn: TurnOfCheck,
  stopping: AbortSignal,
): Promise<void> {
  const { inOrganisation, kept } = context
  const row = await inOrganisation(of, (tx) => repo.find(tx, of.id))
  if (row?.state !== 'checking') return
  const discarded = new AbortController()
  const { report, settled } = createProgressReport(
    (change) => inOrganisation(of, (tx) => repo.move(tx, of.id, ['checking'], change)),
    () => discarded.abort(),
  )
  // A check without progress ends as quickly.
  let last: ImportProgress = { doing: 'Reading the files', fraction: 0 }
  const asking = setInterval(() => report(last), ASK_EVERY_MS)
  try {
    await context.scratch.withPath(async (folder) => {
      await mkdir(folder, { mode: 0o700 })
      const before = await fetchFiles(context, of, row, folder)
      const signal = AbortSignal.any([stopping, discarded.signal])
      const answer = await checkInProcess(context.sandbox, folder, before.task, turn.seconds, signal, (at) => {
        last = at
        report(at)
      })
      clearInterval(asking)
      await settled()
      if ('faults' in answer) {
        if (await endCheck(context, of, { state: 'faulty', outcome: answer })) await kept.remove(of)
        return
      }
      await keepResults(context, of, row, folder)
      const outcome = { ...answer, comparedWith: before.month, leftOut: await countLeftOut(context, of, folder) }
      const months = await context.snapshots.months.list(of.organisationId)
      const isWanted = await inOrganisation(of, async (tx) => {
        if (!(await repo.move(tx, of.id, ['checking'], { state: 'ready', outcome }))) return false
        await publishByItself(context, tx, of, months)
        return true
      })
      if (!isWanted) await kept.remove(of)
    })
  } catch (error) {
    if (discarded.signal.aborted) return await kept.remove(of)
    // Another server, or the next start, resumes.
    if (stopping.aborted) throw error
    if (error instanceof CheckTakesLonger && turn.next) {
      clearInterval(asking)
      await settled()
      if (!(await waitFor(context, of, turn.next))) await kept.remove(of)
      return
    }
    const failure = error instanceof CheckTookTooLong ? error.message : CHECK_FAILED
    if (await endCheck(context, of, { state: 'failed', failure })) await kept.remove(of)
    throw error
  } finally {
    clearInterval(asking)
  }
}

const endCheck = ({ inOrganisation }: ImportContext, of: ImportKey, change: repo.ImportChange) =>
  inOrganisation(of, (tx) => repo.move(tx, of.id, ['checking'], change))

const waitFor = ({ inOrganisation, queue }: ImportContext, of: ImportKey, next: JobKind<ImportKey>) =>
  inOrganisation(of, async (tx) => {
    const isWanted = await repo.move(tx, of.id, ['checking'], WAITING)
    if (isWanted) await queue.send(tx, next, of)
    return isWanted
  })

async function fetchFiles(
  { kept, snapshots, database }: ImportContext,
  of: ImportKey,
  row: repo.ImportRow,
  folder: string,
) {
  await kept.fetch(of, 'households', join(folder, MONTH_FILES.households))
  if (row.hasContacts) await kept.fetch(of, 'contacts', join(folder, MONTH_FILES.contacts))
  const before = await snapshots.files.findToCompare(of.organisationId, row.month)
  if (before) await copyFile(before.path, join(folder, MONTH_FILES.before))
  if (row.hasWards) await kept.fetch(of, 'wards', join(folder, MONTH_FILES.wards))
  else await writeFile(join(folder, MONTH_FILES.wardsBefore), before?.wardsJson ?? '[]')
  const localAuthority = row.localAuthority ?? before?.localAuthority
  return {
    month: before?.month ?? null,
    task: {
      month: row.month,
      contactsBefore: row.hasContacts ? await countContacts(database, of.organisationId) : NO_CONTACTS,
      ...(localAuthority ? { localAuthority } : {}),
    },
  }
}

/** Five million references. */
const MAX_REFERENCES_BYTES = 500_000_000

async function countLeftOut({ inOrganisation }: ImportContext, of: ImportKey, folder: string): Promise<LeftOut> {
  const erased = await inOrganisation(of, (tx) => findErased(tx, of.organisationId))
  if (erased.count === 0) return { households: 0, contacts: 0 }
  const content = await streamOutput(folder, MONTH_FILES.newHouseholds, MAX_REFERENCES_BYTES)
  if (!content) throw new Error('The check of the month left no list of new households.')
  return countErased(content, erased.has)
}

/** No checked month is larger. */
const MAX_RESULT_BYTES = 2_000_000_000

/** The process may leave a link to a server's file, or a pipe: only files are taken. */
async function keepResults({ kept }: ImportContext, of: ImportKey, row: repo.ImportRow, folder: string): Promise<void> {
  const keep = async (file: CheckedFile, name: string, maxBytes = MAX_RESULT_BYTES) => {
    const content = await streamOutput(folder, name, maxBytes)
    if (!content) throw new Error('The check of the month left something else than its results.')
    await kept.put(of, file, content)
  }
  await keep('snapshot', MONTH_FILES.snapshot)
  if (row.hasContacts) await keep('checked-contacts', MONTH_FILES.checkedContacts)
  await keep('checked-wards', MONTH_FILES.checkedWards, MAX_WARDS_BYTES)
}
