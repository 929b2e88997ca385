import { runMonthCheck } from './checkMonth'
import type { ImportContext } from './context'
import { DISCARDABLE, OVER } from './importStates'
import { CHECK_LONG_MONTH, CHECK_MONTH, FORGET_MONTH, PUBLISH_MONTH, REMOVE_LATE_FILES } from './jobKinds'
import { runPublishing } from './publishMonth'
import * as repo from './repo'

/**
 * A check that outlasts a short turn starts again in the queue for long ones, so most months wait only for short turns.
 */
const SHORT_SECONDS = 15
const LONG_SECONDS = 15 * 60

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
