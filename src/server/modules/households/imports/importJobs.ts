import { z } from 'zod'
import type { ImportState } from '#contract/households/imports'
import type { JobKind } from '../../../jobs/queue'
import { runMonthCheck } from './checkMonth'
import type { ImportContext } from './context'
import { ADDRESS_SECONDS, type ImportKey } from './importFiles'
import { runPublishing } from './publishMonth'
import * as repo from './repo'

const workSchema = z.object({ organisationId: z.uuid(), id: z.uuid() })

const ONE_HOUR = 60 * 60

/** By then an unpublished month is deleted. */
export const FORGET_AFTER_SECONDS = 7 * 24 * ONE_HOUR

/** By then an upload that began while its address was good has ended. */
export const REMOVE_LATE_AFTER_SECONDS = 2 * ADDRESS_SECONDS

/** An organisation has one month at a time, so that no council's file takes both places. */
const AT_ONCE = { data: workSchema, expiresInSeconds: ONE_HOUR, workers: 2 }

/**
 * A check begins in one of two places, and after a short turn is begun again in the one for long checks. So whatever
 * others hand over, a month of some 250,000 households waits for short turns only.
 */
const SHORT_SECONDS = 15
const LONG_SECONDS = 15 * 60

export const CHECK_MONTH: JobKind<ImportKey> = { name: 'check-month', ...AT_ONCE }
const CHECK_LONG_MONTH: JobKind<ImportKey> = { name: 'check-long-month', ...AT_ONCE, workers: 1 }
export const PUBLISH_MONTH: JobKind<ImportKey> = { name: 'publish-month', ...AT_ONCE }
export const FORGET_MONTH: JobKind<ImportKey> = { name: 'forget-month', data: workSchema }
export const REMOVE_LATE_FILES: JobKind<ImportKey> = { name: 'remove-late-files', data: workSchema }

/** The states in which an import can be discarded. */
export const DISCARDABLE: readonly ImportState[] = ['uploading', 'checking', 'ready', 'faulty', 'failed']

/** The states in which none of an import's files are wanted. */
const OVER: readonly ImportState[] = ['faulty', 'failed', 'published', 'discarded']

/** Call before the queue starts. */
export function registerImportJobs(context: ImportContext): void {
  const { queue, inOrganisation, kept } = context
  const short = { seconds: SHORT_SECONDS, next: CHECK_LONG_MONTH }
  queue.work(CHECK_MONTH, (of, stopping) => runMonthCheck(context, of, short, stopping))
  queue.work(CHECK_LONG_MONTH, (of, stopping) => runMonthCheck(context, of, { seconds: LONG_SECONDS }, stopping))
  queue.work(PUBLISH_MONTH, (of) => runPublishing(context, of))
  queue.work(FORGET_MONTH, async (of) => {
    const row = await inOrganisation(of, async (tx) => {
      await repo.move(tx, of.id, DISCARDABLE, { state: 'discarded', outcome: null })
      return repo.find(tx, of.id)
    })
    if (row?.state !== 'publishing') await kept.remove(of)
  })
  // S3 asks nobody before it takes a file.
  queue.work(REMOVE_LATE_FILES, async (of) => {
    const row = await inOrganisation(of, (tx) => repo.find(tx, of.id))
    if (!row || OVER.includes(row.state)) await kept.remove(of)
  })
}
