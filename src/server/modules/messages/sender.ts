/**
 * Policy (decisions 27 and 36): every household gets its message exactly once.
 *
 * - A recipient is claimed in a committed transaction before anything is sent to it: it is `sending`, and its claim
 *   ends at `next_attempt_at`, {@link Times.claimMs} later. Until then no other worker of any server touches it.
 * - Under a claim a call begins only while it is sure to end within the claim ({@link Times.callMs} at most). A
 *   worker that was held up for longer (a stopped process, a long pause) sends nothing any more.
 * - What is tried a second time, for whatever reason, is first looked up at the provider by its reference. After a
 *   crash, a silence or a 5xx that is not before the claim has ended, so that a call that is still under way there
 *   is over; only a 429, which says that nothing was taken, may be tried sooner.
 * - What the provider took is noted at once. A crash in between leaves a claim, and the look-up finds the message.
 *
 * Therefore servers may be killed, started and added at any moment. What holds all of them up: the shared allowance,
 * an outage of the provider, and too many failures ({@link FAILURES}). Whoever may not be reached any more when its turn
 * comes (decision 29) is taken out, once it is known that nothing was sent.
 */
import type { Channel } from '#contract/campaigns'
import type { NotifyClient } from '../../clients/notify'
import type { Database } from '../../db/database'
import type { CampaignsService, CampaignWork } from '../campaigns/service'
import { compileTemplate, recipientRows } from '../recipients/service'
import { NOTIFY_LIMITS, createAllowance, type Limits } from './allowance'
import { attempt, textContent, type MakeContent, type Outcome, type ToSend } from './attempt'
import { recordsClock, type Clock } from './clock'
import { createOutage } from './outage'
import { recordOutcomes, removedOf } from './recording'
import * as repo from './repo'
import * as words from './words'

/** Makes a recipient's letter; modules/letters does. */
export interface LetterMaker {
  /** The finished PDF of one household's letter: the same bytes every time. */
  letterPdf(campaign: CampaignWork, householdReference: string): Promise<Uint8Array>
}

export interface Times {
  /** Milliseconds that a claim lasts. */
  readonly claimMs: number
  /** Milliseconds that a call to the provider lasts at most, as its client was told. */
  readonly callMs: number
}
/** A call may take 10 s; Notify writes some messages down only seconds after it took them. */
const TIMES: Times = { claimMs: 30_000, callMs: 10_000 }

/**
 * A run is paused whose failures pass this share, once there are enough to tell: of those tried, or of those whose
 * delivery is known, because a run is soon far ahead of its receipts.
 */
const FAILURES = { share: 0.3, atLeast: 20 }

/** Attempts that count, after which one recipient is given up: about an hour, at the pace of {@link retryAfter}. */
const GIVE_UP_AFTER = 20

/** A piece of work lasts so long and queues the next, so that campaigns take turns and a server stops soon. */
const SLICE_MS = 10_000
/** What waits longer than this gives its turn away. */
const LONGEST_WAIT_MS = 2_000
const JUDGED_EVERY_MS = 2_000
const NOT_READY_AGAIN_MS = 60_000

/** Recipients in one batch, and batches under way at once. Letters are large and made one after the other. */
const BATCHES: Readonly<Record<Channel, { size: number; lanes: number }>> = {
  sms: { size: 15, lanes: 4 },
  print_and_post: { size: 4, lanes: 2 },
}

export interface SenderDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'whileSending' | 'completeIfSent' | 'pause' | 'removeUnsent' | 'tell'>
  /** Absent: there is no key and no simulator. */
  readonly notify: NotifyClient | undefined
  readonly letters: LetterMaker | undefined
}
export interface SenderOptions {
  readonly limits?: Limits
  readonly times?: Times
  readonly clock?: Clock
  readonly random?: () => number
}

/** How a slice ended: nothing is left to do, or there is, after some milliseconds. */
export type SliceEnd = { readonly kind: 'over' } | { readonly kind: 'again'; readonly milliseconds: number }
type Step = SliceEnd | { readonly kind: 'on' } | { readonly kind: 'wait'; readonly milliseconds: number }

const OVER: SliceEnd = { kind: 'over' }
const again = (milliseconds: number): SliceEnd => ({ kind: 'again', milliseconds })

export type Sender = ReturnType<typeof createSender>

/** Sends campaigns, a slice at a time. One for a server: it knows whether the provider answers. */
export function createSender(deps: SenderDependencies, options: SenderOptions = {}) {
  const { database, campaigns, notify, letters } = deps
  const { limits = NOTIFY_LIMITS, times = TIMES, clock = recordsClock, random = Math.random } = options
  const allowance = createAllowance({ database, clock }, limits)
  const outage = createOutage(random)

  /** What a campaign sends, or in words why nothing can be. */
  function contentOf(work: CampaignWork, channel: Channel, message: string | null): MakeContent | string {
    if (channel === 'sms') return textContent(compileTemplate(message ?? ''))
    if (!letters) return words.NO_LETTERS
    return async ({ householdReference }) => ({ pdf: await letters.letterPdf(work, householdReference) })
  }

  async function slice(work: CampaignWork): Promise<SliceEnd> {
    const { campaignId, organisationId } = work
    const inOrganisation = <T>(run: Parameters<typeof database.forOrganisation<T>>[1]) => database.forOrganisation(organisationId, run)
    const campaign = await inOrganisation((tx) => campaigns.whileSending(tx, campaignId))
    if (!campaign) return OVER
    const { channel } = campaign
    const tell = (problem: string | null) => inOrganisation((tx) => campaigns.tell(tx, campaignId, problem))
    const makeContent = contentOf(work, channel, campaign.message)
    if (!notify || typeof makeContent === 'string') {
      await tell(notify && typeof makeContent === 'string' ? makeContent : words.NO_PROVIDER)
      return again(NOT_READY_AGAIN_MS)
    }
    const until = performance.now() + SLICE_MS
    const batch = BATCHES[channel]
    let isTold = campaign.problem !== null
    let judgedAt = 0
    /** Whether too few were tried to tell how many fail: until then they go a few at a time. */
    let isEarly = true
    /** Batches that are with the provider. */
    const underWay = new Set<Promise<Step>>()

    const judge = async (): Promise<SliceEnd | undefined> => {
      judgedAt = performance.now()
      const found = await inOrganisation((tx) => repo.outcomes(tx, campaignId, campaign.judgedFrom))
      isEarly = found.tried.messages < FAILURES.atLeast
      const tooMany = ({ messages, failed }: repo.Failures) => messages >= FAILURES.atLeast && failed > messages * FAILURES.share
      if (!tooMany(found.tried) && !tooMany(found.settled)) return undefined
      await inOrganisation((tx) => campaigns.pause(tx, campaignId, words.tooManyFailures(found)))
      return OVER
    }

    const noneToClaim = (): Promise<Step> =>
      inOrganisation(async (tx): Promise<Step> => {
        const next = await repo.nextAttempt(tx, campaignId)
        // Not complete and nothing waits: another server holds the last of them at this moment.
        if (!next) return (await campaigns.completeIfSent(tx, campaignId)) ? OVER : again(1_000)
        const milliseconds = Math.max(100, next.getTime() - (await clock.now(tx)).getTime())
        return milliseconds > LONGEST_WAIT_MS ? again(milliseconds) : { kind: 'wait', milliseconds }
      })

    const step = async (): Promise<Step> => {
      const wanted = outage.isDeclared ? 1 : batch.size
      const allowed = await allowance.take(channel, wanted)
      if (allowed.kind === 'wait') return allowed
      if (allowed.kind === 'tomorrow') {
        await tell(words.dailyLimitReached(channel, limits))
        return again(allowed.milliseconds)
      }
      const claimedAt = performance.now()
      const claimed = await inOrganisation(async (tx) => {
        if (!(await campaigns.whileSending(tx, campaignId))) return undefined
        const now = await clock.now(tx)
        const claim = { now, until: new Date(now.getTime() + times.claimMs), limit: allowed.messages }
        const rows = await repo.claim(tx, campaignId, claim)
        // Days may have passed since the run, by a pause or a daily limit: whoever may not be reached any more is not.
        const gone = await recipientRows.goneSince(tx, campaign, rows.map(({ householdReference }) => householdReference))
        return { now, rows: rows.map((row) => ({ ...row, gone: gone.get(row.householdReference) })) }
      })
      const unused = allowed.messages - (claimed?.rows.length ?? 0)
      if (!claimed || claimed.rows.length === 0) {
        await allowance.giveBack(channel, { unused, notTaken: 0 })
        if (!claimed) return OVER
        if (underWay.size === 0) return noneToClaim()
        await Promise.race(underWay)
        return { kind: 'on' }
      }
      const handing = handOver(claimed, claimedAt, unused)
      underWay.add(handing)
      return handing.finally(() => underWay.delete(handing))
    }

    const handOver = async (claimed: { now: Date; rows: ToSend[] }, claimedAt: number, unused: number): Promise<Step> => {
      const hasTime = () => performance.now() - claimedAt + times.callMs < times.claimMs * 0.9
      const rules = { hasTime, giveUpAfter: GIVE_UP_AFTER, now: claimed.now }
      const outcomes = await Promise.all(
        claimed.rows.map(async (row) => ({ row, outcome: await attempt(notify, row, makeContent, rules) })),
      )
      await inOrganisation(async (tx) => {
        const removed = removedOf(outcomes)
        if (removed.size > 0) await campaigns.removeUnsent(tx, campaignId, removed)
        await recordOutcomes(tx, outcomes, { now: await clock.now(tx), claimMs: times.claimMs, random })
      })
      const notTaken = outcomes.filter(({ outcome }) => outcome.kind !== 'taken' || !outcome.isNew).length
      if (unused + notTaken > 0) await allowance.giveBack(channel, { unused, notTaken })
      return conclude(outcomes.map(({ outcome }) => outcome))
    }

    /** What a batch's outcomes mean for those that follow. */
    const conclude = async (outcomes: readonly Outcome[]): Promise<Step> => {
      const refusal = outcomes.find((outcome) => outcome.kind === 'keyRefused')
      if (refusal) {
        await inOrganisation((tx) => campaigns.pause(tx, campaignId, words.keyRefused(refusal.words)))
        return OVER
      }
      if (outcomes.some((outcome) => outcome.kind === 'tryLater' && outcome.isDailyLimit)) await allowance.endDay(channel)
      else if (outcomes.every(({ kind }) => kind === 'tryLater')) {
        const milliseconds = outage.silent(outcomes.length)
        if (!outage.isDeclared) return { kind: 'wait', milliseconds }
        if (!isTold) await tell(words.NOT_ANSWERING)
        return again(milliseconds)
      }
      if (outcomes.some(({ kind }) => kind === 'taken' || kind === 'failed')) {
        outage.answered()
        if (isTold) {
          isTold = false
          await tell(null)
        }
      }
      const isDue = isEarly || performance.now() - judgedAt > JUDGED_EVERY_MS || outcomes.some(({ kind }) => kind === 'failed')
      return (isDue ? await judge() : undefined) ?? { kind: 'on' }
    }

    const ended: { by?: SliceEnd } = {}
    const lane = async (isDone: () => boolean): Promise<void> => {
      while (!ended.by && !isDone()) {
        if (performance.now() > until) {
          ended.by = again(0)
          return
        }
        const next = await step()
        if (next.kind === 'wait') await clock.wait(next.milliseconds)
        else if (next.kind !== 'on') ended.by ??= next
      }
    }
    ended.by = await judge()
    await lane(() => !isEarly && !outage.isDeclared)
    await Promise.all(Array.from({ length: batch.lanes }, () => lane(() => false)))
    // Whoever ended the slice may not have seen the last batch come back.
    const isComplete = ended.by?.kind === 'again' && (await inOrganisation((tx) => campaigns.completeIfSent(tx, campaignId)))
    return isComplete ? OVER : (ended.by ?? again(0))
  }

  return { slice }
}
