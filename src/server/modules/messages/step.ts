import type { Outcome } from './attempt'
import { claimBatch, handOver } from './batch'
import type { Judge } from './judging'
import { again, OVER, type Step } from './lanes'
import { meaningOf } from './meaning'
import * as repo from './repo'
import type { Sending } from './sending'
import * as words from './words'

/** What waits longer than this gives its turn away. */
const LONGEST_WAIT_MS = 2_000

/** Sends one batch after the other; several may be under way at once. */
export function createStep(sending: Sending, judge: Judge, batchSize: number): () => Promise<Step> {
  const { campaign, campaigns, allowance, outage, clock, limits, inOrganisation, say } = sending
  /** Batches that are with the provider. */
  const underWay = new Set<Promise<Step>>()

  const noneToClaim = (): Promise<Step> =>
    inOrganisation(async (tx): Promise<Step> => {
      const next = await repo.nextAttempt(tx, campaign.id)
      // Not complete and nothing waits: another server holds the last of them at this moment.
      if (!next) return (await campaigns.completeIfSent(tx, campaign.id)) ? OVER : again(1_000)
      const milliseconds = Math.max(100, next.getTime() - (await clock.now(tx)).getTime())
      return milliseconds > LONGEST_WAIT_MS ? again(milliseconds) : { kind: 'wait', milliseconds }
    })

  async function conclude(outcomes: readonly Outcome[]): Promise<Step> {
    const meaning = meaningOf(outcomes)
    switch (meaning.kind) {
      case 'keyRefused':
        await inOrganisation((tx) => campaigns.pause(tx, campaign.id, words.keyRefused(meaning.words)))
        return OVER
      case 'silent': {
        const milliseconds = outage.silent(outcomes.length)
        if (!outage.isDeclared) return { kind: 'wait', milliseconds }
        await say(words.NOT_ANSWERING)
        return again(milliseconds)
      }
      case 'dayOver':
        await allowance.endDay(campaign.channel)
        break
      case 'notMade':
        await say(words.NOT_MADE)
        break
      case 'answered':
        outage.answered()
        await say(null)
        break
      case 'nothing':
    }
    const isDue = judge.isDue || outcomes.some(({ kind }) => kind === 'failed')
    return (isDue ? await judge.judge() : undefined) ?? { kind: 'on' }
  }

  return async () => {
    const allowed = await allowance.take(campaign.channel, outage.isDeclared ? 1 : batchSize)
    if (allowed.kind === 'wait') return allowed
    if (allowed.kind === 'tomorrow') {
      await say(words.dailyLimitReached(campaign.channel, limits))
      return again(allowed.milliseconds)
    }
    const batch = await claimBatch(sending, allowed.messages)
    const unused = allowed.messages - (batch?.rows.length ?? 0)
    if (!batch || batch.rows.length === 0) {
      await allowance.giveBack(campaign.channel, { unused, notTaken: 0 })
      if (!batch) return OVER
      if (underWay.size === 0) return noneToClaim()
      await Promise.race(underWay)
      return { kind: 'on' }
    }
    const handing = handOver(sending, batch, unused).then(conclude)
    underWay.add(handing)
    return handing.finally(() => underWay.delete(handing))
  }
}
