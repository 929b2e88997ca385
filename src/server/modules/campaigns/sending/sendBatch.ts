/**
 * Claims recipients within the rate limit, hands messages over and notes outcomes, exactly once per household:
 * docs/decisions/0010-exactly-once-sending.md.
 */
import type { Channel } from '#contract/households/channels'
import type { NotifyClient } from '../../../clients/notify'
import type { Tx } from '../../../db/engine'
import { createTurns } from '../../../db/turns'
import { messagesHandedOver } from '../../../lib/metrics'
import type { SendingMoves } from '../campaigns/sendingMoves'
import type { CampaignsService } from '../campaigns/service'
import { lockGoneSince } from '../recipients/removingRepo'
import { bringForward, claim, findNextAttempt, noteOutcomes } from '../recipients/sendingRepo'
import type { SendingAccount } from './accounts'
import {
  attemptMessage,
  judgeBatch,
  listRemoved,
  sortOutcomes,
  type AttemptOutcome,
  type MakeContent,
  type ToSend,
} from './attempt'
import { MAX_RETRY_MS, type FailureThreshold } from './backOff'
import type { SendingLimits } from './rateLimiter'

export type SliceEnd = { readonly kind: 'over' } | { readonly kind: 'again'; readonly milliseconds: number }

export const SENDING_OVER: SliceEnd = { kind: 'over' }
/** More to do after `milliseconds`. */
export const sendAgain = (milliseconds: number): SliceEnd => ({ kind: 'again', milliseconds })

type Step = SliceEnd | { readonly kind: 'on' } | { readonly kind: 'wait'; readonly milliseconds: number }

export type TakeStep = (isOver: () => boolean) => Promise<Step>

export type SendingCampaign = NonNullable<Awaited<ReturnType<SendingMoves['findSending']>>>

export interface OpenedCampaign extends SendingAccount {
  readonly notify: NotifyClient
  readonly campaigns: Pick<CampaignsService, 'sendingMoves'>
  readonly campaign: SendingCampaign
  readonly makeContent: MakeContent
  readonly inOrganisation: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly showProblem: (problem: string | null) => Promise<void>
}

const MAX_WAIT_MS = 2_000

/** About an hour of retries. */
const GIVE_UP_AFTER = 20

/** Sends one batch; batches may overlap. */
export function createStep(opened: OpenedCampaign, threshold: FailureThreshold, batchSize: number): TakeStep {
  const { campaign, campaigns, rateLimiter, backOff, clock, times, limits, inOrganisation, showProblem } = opened
  const underWay = new Set<Promise<Step>>()
  const turns = createTurns()

  /** Batches queue for the limiter, rather than all polling it. */
  const takeFromLimiter = (isOver: () => boolean) =>
    turns.take(false, async () => {
      while (!isOver()) {
        const allowed = await rateLimiter.take(campaign.channel, backOff.isDeclared ? 1 : batchSize)
        if (allowed.kind !== 'wait') return allowed
        await clock.wait(allowed.milliseconds)
      }
      return undefined
    })

  const noneToClaim = (): Promise<Step> =>
    inOrganisation(async (tx): Promise<Step> => {
      const next = await findNextAttempt(tx, campaign.id)
      // Another server has claimed the rest.
      if (!next) return (await campaigns.sendingMoves.completeIfSent(tx, campaign.id)) ? SENDING_OVER : sendAgain(1_000)
      const now = (await clock.now(tx)).getTime()
      const milliseconds = Math.max(100, next.getTime() - now)
      const furthest = Math.max(MAX_RETRY_MS, times.claimMs)
      if (milliseconds > furthest) {
        const until = new Date(now + times.claimMs)
        await bringForward(tx, campaign.id, { furthest: new Date(now + furthest), until })
        return sendAgain(times.claimMs)
      }
      return milliseconds > MAX_WAIT_MS ? sendAgain(milliseconds) : { kind: 'wait', milliseconds }
    })

  async function conclude(outcomes: readonly AttemptOutcome[]): Promise<Step> {
    const outcome = judgeBatch(outcomes)
    switch (outcome.kind) {
      case 'keyRefused':
        await inOrganisation((tx) => campaigns.sendingMoves.pause(tx, campaign.id, keyRefused(outcome.words)))
        return SENDING_OVER
      case 'silent': {
        const milliseconds = backOff.silent(outcomes.length)
        if (!backOff.isDeclared) return { kind: 'wait', milliseconds }
        await showProblem(NOT_ANSWERING)
        return sendAgain(milliseconds)
      }
      case 'dayOver':
        await rateLimiter.endDay(campaign.channel)
        break
      case 'notMade':
        await showProblem(NOT_MADE)
        break
      case 'answered':
        backOff.answered()
        await showProblem(null)
        break
      case 'nothing':
    }
    const isDue = threshold.isDue || outcomes.some(({ kind }) => kind === 'failed')
    return isDue && (await threshold.check()) ? SENDING_OVER : { kind: 'on' }
  }

  return async (isOver) => {
    const allowed = await takeFromLimiter(isOver)
    if (!allowed) return sendAgain(0)
    if (allowed.kind === 'tomorrow') {
      await showProblem(dailyLimitReached(campaign.channel, limits))
      return sendAgain(allowed.milliseconds)
    }
    const batch = await claimBatch(opened, allowed.messages)
    const unused = allowed.messages - (batch?.rows.length ?? 0)
    if (!batch || batch.rows.length === 0) {
      await rateLimiter.release(campaign.channel, { unused, notTaken: 0 })
      if (!batch) return SENDING_OVER
      if (underWay.size === 0) return noneToClaim()
      await Promise.race(underWay)
      return { kind: 'on' }
    }
    const handing = handOver(opened, batch, unused).then(conclude)
    underWay.add(handing)
    return handing.finally(() => underWay.delete(handing))
  }
}

interface Batch {
  readonly rows: readonly ToSend[]
  readonly now: Date
  /** On `performance.now()`. */
  readonly claimedAt: number
}

async function claimBatch(
  { campaign, campaigns, clock, times, inOrganisation }: OpenedCampaign,
  limit: number,
): Promise<Batch | undefined> {
  const claimedAt = performance.now()
  return inOrganisation(async (tx) => {
    const now = await clock.now(tx)
    if (!(await campaigns.sendingMoves.begin(tx, campaign.id, now))) return undefined
    const until = new Date(now.getTime() + times.claimMs)
    const rows = await claim(tx, campaign.id, { now, until, limit })
    // Days may have passed since the run.
    const references = rows.map(({ householdReference }) => householdReference)
    const gone = await lockGoneSince(tx, campaign, 'claimed', references)
    return { claimedAt, now, rows: rows.map((row) => ({ ...row, gone: gone.get(row.householdReference) })) }
  })
}

async function handOver(
  opened: OpenedCampaign,
  { rows, now, claimedAt }: Batch,
  unused: number,
): Promise<AttemptOutcome[]> {
  const { campaign, campaigns, notify, makeContent, clock, times, random, rateLimiter, handing } = opened
  // A call begins only if it is sure to end within the claim.
  const hasTime = () => performance.now() - claimedAt + times.callMs < times.claimMs * 0.9
  const mine = new Set(rows.map(({ reference }) => reference).filter((reference) => !handing.has(reference)))
  for (const reference of mine) handing.add(reference)
  try {
    const attempted = await Promise.all(
      rows.map(async (row) => {
        const rules = { hasTime: () => mine.has(row.reference) && hasTime(), giveUpAfter: GIVE_UP_AFTER, now }
        return { row, outcome: await attemptMessage(notify, row, makeContent, rules) }
      }),
    )
    await opened.inOrganisation(async (tx) => {
      const removed = listRemoved(attempted)
      if (removed.size > 0) await campaigns.sendingMoves.removeUnsent(tx, campaign.id, removed)
      const noted = await clock.now(tx)
      const outcomes = sortOutcomes(attempted, { now: noted, claimMs: times.claimMs, random })
      await noteOutcomes(tx, outcomes, noted)
    })
    const notTaken = attempted.filter(({ outcome }) => outcome.kind !== 'taken' || !outcome.isNew).length
    if (unused + notTaken > 0) await rateLimiter.release(campaign.channel, { unused, notTaken })
    for (const { outcome } of attempted) messagesHandedOver.inc({ channel: campaign.channel, outcome: outcome.kind })
    return attempted.map(({ outcome }) => outcome)
  } finally {
    for (const reference of mine) handing.delete(reference)
  }
}

const NOT_ANSWERING =
  'GOV.UK Notify is not answering. Doorstep keeps trying: nobody is left out, and nobody is sent to twice.'
const NOT_MADE =
  'Letters cannot be made or fetched at the moment. Doorstep keeps trying: what cannot be sent within about an hour fails, and can be sent again.'

function dailyLimitReached(channel: Channel, limits: SendingLimits): string {
  const [limit, what] = channel === 'sms' ? [limits.textsADay, 'text messages'] : [limits.lettersADay, 'letters']
  return `GOV.UK Notify takes ${limit.toLocaleString('en-GB')} ${what} a day, and today’s are sent. Sending goes on by itself tomorrow.`
}

const keyRefused = (words: string) =>
  `Paused: GOV.UK Notify does not accept the key (${words}). Nobody was lost; resume once the key is put right.`
