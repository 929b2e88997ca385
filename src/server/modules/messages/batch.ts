import { recipientRows } from '../recipients/service'
import { attempt, type Outcome, type ToSend } from './attempt'
import { recordOutcomes, removedOf } from './recording'
import * as repo from './repo'
import type { Sending } from './sending'

/** Attempts that count, after which one recipient is given up: about an hour, at the pace of outage.ts. */
const GIVE_UP_AFTER = 20

/** Recipients that this worker alone may try now. */
export interface Batch {
  readonly rows: readonly ToSend[]
  /** By the records. */
  readonly now: Date
  /** By `performance.now()`, a little before. */
  readonly claimedAt: number
}

/** Claims so many at most; undefined when the campaign is not being sent any more. */
export async function claimBatch(
  { campaign, campaigns, clock, times, inOrganisation }: Sending,
  limit: number,
): Promise<Batch | undefined> {
  const claimedAt = performance.now()
  return inOrganisation(async (tx) => {
    if (!(await campaigns.whileSending(tx, campaign.id))) return undefined
    const now = await clock.now(tx)
    const rows = await repo.claim(tx, campaign.id, { now, until: new Date(now.getTime() + times.claimMs), limit })
    // Days may have passed since the run, by a pause or a daily limit: whoever may not be reached any more is not.
    const gone = await recipientRows.goneSince(
      tx,
      campaign,
      rows.map(({ householdReference }) => householdReference),
    )
    return { claimedAt, now, rows: rows.map((row) => ({ ...row, gone: gone.get(row.householdReference) })) }
  })
}

/** Hands a batch over, notes what came of it, and gives back what was not used of the allowance. */
export async function handOver(sending: Sending, { rows, now, claimedAt }: Batch, unused: number): Promise<Outcome[]> {
  const { campaign, campaigns, notify, makeContent, clock, times, random, allowance, inOrganisation } = sending
  const hasTime = () => performance.now() - claimedAt + times.callMs < times.claimMs * 0.9
  const rules = { hasTime, giveUpAfter: GIVE_UP_AFTER, now }
  const attempted = await Promise.all(
    rows.map(async (row) => ({ row, outcome: await attempt(notify, row, makeContent, rules) })),
  )
  await inOrganisation(async (tx) => {
    const removed = removedOf(attempted)
    if (removed.size > 0) await campaigns.removeUnsent(tx, campaign.id, removed)
    await recordOutcomes(tx, attempted, { now: await clock.now(tx), claimMs: times.claimMs, random })
  })
  const notTaken = attempted.filter(({ outcome }) => outcome.kind !== 'taken' || !outcome.isNew).length
  if (unused + notTaken > 0) await allowance.giveBack(campaign.channel, { unused, notTaken })
  return attempted.map(({ outcome }) => outcome)
}
