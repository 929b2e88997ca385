import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { streamOutput } from '../../../clients/sandbox'
import type { JobKind } from '../../../jobs/queue'
import { MAX_WARDS_BYTES } from './checkedWards'
import { checkInProcess, CheckTakesLonger, CheckTookTooLong } from './checkProcess'
import type { ImportContext } from './context'
import type { CheckedFile, ImportKey } from './importFiles'
import { MONTH_FILES } from './monthMessages'
import { createProgressReport } from './progressReport'
import type { ImportProgress } from './report'
import * as repo from './repo'

const ASK_EVERY_MS = 1_000

const CHECK_FAILED = 'The files could not be checked. Nothing was changed. Hand them over again, or tell the helpdesk.'

interface TurnOfCheck {
  /** On the processor. */
  readonly seconds: number
  /** Where what takes longer goes on, from its start. */
  readonly next?: JobKind<ImportKey>
}

export const WAITING = { state: 'checking', doing: 'Waiting', fraction: 0 } as const

/** Checks the files of an import. Ends quietly when somebody discarded it meanwhile. */
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
  // A check that makes no progress ends as quickly as any other.
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
      const outcome = { ...answer, comparedWith: before.month }
      if (!(await endCheck(context, of, { state: 'ready', outcome }))) await kept.remove(of)
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

/** @returns whether it was still being checked */
const endCheck = ({ inOrganisation }: ImportContext, of: ImportKey, change: repo.ImportChange) =>
  inOrganisation(of, (tx) => repo.move(tx, of.id, ['checking'], change))

/** @returns whether it was still being checked */
const waitFor = ({ inOrganisation, queue }: ImportContext, of: ImportKey, next: JobKind<ImportKey>) =>
  inOrganisation(of, async (tx) => {
    const isWanted = await repo.move(tx, of.id, ['checking'], WAITING)
    if (isWanted) await queue.send(tx, next, of)
    return isWanted
  })

async function fetchFiles({ kept, snapshots }: ImportContext, of: ImportKey, row: repo.ImportRow, folder: string) {
  await kept.fetch(of, 'households', join(folder, MONTH_FILES.households))
  if (row.hasContacts) await kept.fetch(of, 'contacts', join(folder, MONTH_FILES.contacts))
  const before = await snapshots.files.findToCompare(of.organisationId, row.month)
  if (before) await copyFile(before.path, join(folder, MONTH_FILES.before))
  if (row.hasWards) await kept.fetch(of, 'wards', join(folder, MONTH_FILES.wards))
  else await writeFile(join(folder, MONTH_FILES.wardsBefore), before?.wardsJson ?? '[]')
  return {
    month: before?.month ?? null,
    task: { month: row.month, ...(before?.localAuthority ? { localAuthority: before.localAuthority } : {}) },
  }
}

/** Larger ones hold no month that was checked. */
const MAX_RESULT_BYTES = 2_000_000_000

/** What the process left may be a link to a file of the server, or a pipe: only files are taken. */
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
