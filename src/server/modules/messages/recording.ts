import type { Tx } from '../../db/database'
import type { Outcome } from './attempt'
import { retryAfter } from './outage'
import * as repo from './repo'

export interface Attempted {
  readonly row: repo.Claimed
  readonly outcome: Outcome
}

/** Those of a batch that may not be reached any more, by household, with why. */
export const removedOf = (attempted: readonly Attempted[]): Map<string, string> =>
  new Map(
    attempted.flatMap(({ row, outcome }) =>
      outcome.kind === 'removed' ? [[row.householdReference, outcome.reason]] : [],
    ),
  )

/**
 * Notes what came of a batch, in one transaction: what was taken, what failed for good, and when the rest is tried again.
 * @param rules.claimMs before then nothing that may have been taken is tried again: see sender.ts
 */
export async function recordOutcomes(
  tx: Tx,
  attempted: readonly Attempted[],
  { now, claimMs, random }: { readonly now: Date; readonly claimMs: number; readonly random: () => number },
): Promise<void> {
  const taken: Parameters<typeof repo.markTaken>[1][number][] = []
  const failed: Parameters<typeof repo.markFailed>[1][number][] = []
  const later: Parameters<typeof repo.putOff>[1][number][] = []
  for (const { row, outcome } of attempted) {
    if (outcome.kind === 'taken') taken.push({ reference: row.reference, providerId: outcome.providerId })
    else if (outcome.kind === 'failed') {
      // What may have arrived must not be among those that "send the missed ones" sends to.
      failed.push({ row, reason: outcome.reason, state: outcome.isUnknown ? 'permanent_failure' : 'technical_failure' })
    } else if (outcome.kind !== 'removed') {
      // A provider that does not even answer a look-up says nothing about this message, nor does a worker that was held
      // up: that attempt does not count. One stays, so that it is looked up before the next.
      const isSilent = outcome.kind === 'tryLater' && !outcome.isAnswering
      const attempts = isSilent || outcome.kind === 'notTried' ? Math.max(1, row.attempts - 1) : row.attempts
      const least = outcome.kind === 'tryLater' && outcome.mayBeTaken ? claimMs : 0
      const again = new Date(now.getTime() + Math.max(least, retryAfter(attempts, random)))
      later.push({
        row,
        attempts,
        until: outcome.kind === 'notTried' ? row.until : again,
        isUnknownStill: row.attempts > 1 && (isSilent || outcome.kind === 'keyRefused'),
      })
    }
  }
  await repo.markTaken(tx, taken, now)
  await repo.markFailed(tx, failed, now)
  await repo.putOff(tx, later)
}
