/** Every household gets its message exactly once: docs/decisions/0010-exactly-once-sending.md. */
import type { Channel } from '#contract/campaigns/campaigns'
import type { NotifyClient } from '../../../clients/notify'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { recordsClock, type Clock } from '../../../db/time'
import { createTurns } from '../../../db/turns'
import { sliceOf } from '../../../jobs/slice'
import { messagesHandedOver } from '../../../lib/metrics'
import type { SendingProgress } from '../campaigns/sendingProgress'
import type { CampaignsService } from '../campaigns/service'
import type { CampaignWork } from '../campaigns/jobs'
import { type RecipientsService } from '../recipients/service'
import { compileTexts } from '../recipients/template'
import { attemptMessage, fillText, listRemoved, sortOutcomes, type MakeContent, type ToSend } from './attempt'
import type { AttemptOutcome } from './attemptOutcome'
import {
  createFailureThreshold,
  createBackOff,
  MAX_RETRY_MS,
  judgeBatch,
  type FailureThreshold,
  type BackOff,
} from './backOff'
import { createRateLimiter, NOTIFY_LIMITS, SHARED_ACCOUNT, type SendingLimits, type RateLimiter } from './rateLimiter'

export interface LetterMaker {
  /** Identical for every attempt. */
  pdf(campaign: CampaignWork, householdReference: string): Promise<Uint8Array>
}

export interface SendingTimes {
  /** Milliseconds, like `callMs`. */
  readonly claimMs: number
  readonly callMs: number
}

export interface SenderDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'progress'>
  readonly recipients: RecipientsService
  readonly notify: NotifyClient | undefined
  readonly serviceName?: string | null | undefined
  readonly letters: LetterMaker | undefined
}

export interface SenderOptions {
  readonly account?: string
  readonly limits?: SendingLimits
  readonly times?: SendingTimes
  readonly clock?: Clock
  readonly random?: () => number
}

interface Shared extends SenderDependencies, Required<SenderOptions> {
  readonly rateLimiter: RateLimiter
  readonly backOff: BackOff
  /** References under way in this process: a clock set ahead ends their claims early. */
  readonly handing: Set<string>
}

export type SliceEnd = { readonly kind: 'over' } | { readonly kind: 'again'; readonly milliseconds: number }

export const SENDING_OVER: SliceEnd = { kind: 'over' }
/** More to do after `milliseconds`. */
export const sendAgain = (milliseconds: number): SliceEnd => ({ kind: 'again', milliseconds })

/** Notify may record a message only seconds after accepting it. */
const TIMES: SendingTimes = { claimMs: 30_000, callMs: 10_000 }

/** Short, so that campaigns take turns and servers stop soon. */
const SLICE_MS = 10_000

/** Letters are large and made one by one. */
const BATCHES: Readonly<Record<Channel, { size: number; concurrency: number }>> = {
  sms: { size: 15, concurrency: 4 },
  print_and_post: { size: 4, concurrency: 2 },
}

const NOT_READY_AGAIN_MS = 60_000

const MAX_WAIT_MS = 2_000

/** About an hour of retries. */
const GIVE_UP_AFTER = 20

export type Sender = ReturnType<typeof createSender>

/** A server's sender, which remembers whether the provider answers. */
export function createSender(deps: SenderDependencies, options: SenderOptions = {}) {
  const { account = SHARED_ACCOUNT, limits = NOTIFY_LIMITS } = options
  const { times = TIMES, clock = recordsClock, random = Math.random } = options
  const backOff = createBackOff(random)
  const rateLimiter = createRateLimiter({ ...deps, clock, account }, limits)
  const shared: Shared = { ...deps, account, limits, times, clock, random, backOff, rateLimiter, handing: new Set() }

  return {
    rateLimiter,

    async slice(work: CampaignWork, stopping?: AbortSignal): Promise<SliceEnd> {
      const opened = await openCampaign(shared, work)
      if ('kind' in opened) return opened
      const { campaign, campaigns, recipients, inOrganisation } = opened
      const { size, concurrency } = BATCHES[campaign.channel]
      const threshold = createFailureThreshold(
        () => inOrganisation((tx) => recipients.messages.outcomes(tx, campaign.id, campaign.judgedFrom)),
        (problem) => inOrganisation((tx) => campaigns.progress.pause(tx, campaign.id, problem)),
      )
      if (await threshold.check()) return SENDING_OVER
      const step = createStep(opened, threshold, size)
      const all: Loops = { count: concurrency, isOver: sliceOf(SLICE_MS, stopping), clock }
      const end =
        (await runLoops({ ...all, count: 1, isDone: () => !threshold.isEarly && !backOff.isDeclared }, step)) ??
        (await runLoops(all, step))
      // A batch may finish after its loop.
      const isComplete =
        end?.kind === 'again' && (await inOrganisation((tx) => campaigns.progress.completeIfSent(tx, campaign.id)))
      return isComplete ? SENDING_OVER : (end ?? sendAgain(0))
    },
  }
}

type CampaignRow = NonNullable<Awaited<ReturnType<SendingProgress['findSending']>>>

interface OpenedCampaign extends Omit<Shared, 'notify'> {
  readonly notify: NotifyClient
  readonly campaign: CampaignRow
  readonly makeContent: MakeContent
  readonly inOrganisation: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly say: (problem: string | null) => Promise<void>
}

async function openCampaign(shared: Shared, work: CampaignWork): Promise<OpenedCampaign | SliceEnd> {
  const { database, campaigns, notify } = shared
  const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) => database.forOrganisation(work.organisationId, run)
  const campaign = await inOrganisation((tx) => campaigns.progress.findSending(tx, work.campaignId))
  if (!campaign) return SENDING_OVER
  let said = campaign.problem
  const say = async (problem: string | null) => {
    if (problem === said) return
    said = problem
    await inOrganisation((tx) => campaigns.progress.setProblem(tx, campaign.id, problem))
  }
  const makeContent = chooseContent(work, campaign, shared)
  if (!notify || !makeContent) {
    await say(notify ? NO_LETTERS : NO_PROVIDER)
    return sendAgain(NOT_READY_AGAIN_MS)
  }
  return { ...shared, notify, campaign, makeContent, inOrganisation, say }
}

function chooseContent(
  work: CampaignWork,
  campaign: Pick<CampaignRow, 'message' | 'translationMessage' | 'postage'>,
  { letters, serviceName }: Pick<Shared, 'letters' | 'serviceName'>,
): MakeContent | undefined {
  const chooseText = compileTexts(campaign)
  if (chooseText) return fillText(chooseText, serviceName)
  return (
    letters &&
    (async ({ householdReference }) => ({
      pdf: await letters.pdf(work, householdReference),
      postage: campaign.postage ?? 'second',
    }))
  )
}

type Step = SliceEnd | { readonly kind: 'on' } | { readonly kind: 'wait'; readonly milliseconds: number }

type TakeStep = (isOver: () => boolean) => Promise<Step>

interface Loops {
  readonly count: number
  readonly isOver: () => boolean
  readonly clock: Pick<Clock, 'wait'>
  readonly isDone?: () => boolean
}

async function runLoops(
  { count, isOver, clock, isDone = () => false }: Loops,
  step: TakeStep,
): Promise<SliceEnd | undefined> {
  const ended: { by?: SliceEnd } = {}
  const loop = async () => {
    while (!ended.by && !isDone()) {
      const next = isOver() ? sendAgain(0) : await step(isOver)
      if (next.kind === 'wait') await clock.wait(next.milliseconds)
      else if (next.kind !== 'on') ended.by ??= next
    }
  }
  await Promise.all(Array.from({ length: count }, loop))
  return ended.by
}

/** Batches may overlap. */
function createStep(opened: OpenedCampaign, threshold: FailureThreshold, batchSize: number): TakeStep {
  const { campaign, campaigns, recipients, rateLimiter, backOff, clock, times, limits, inOrganisation, say } = opened
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
      const next = await recipients.messages.nextAttempt(tx, campaign.id)
      // Another server has claimed the rest.
      if (!next) return (await campaigns.progress.completeIfSent(tx, campaign.id)) ? SENDING_OVER : sendAgain(1_000)
      const now = (await clock.now(tx)).getTime()
      const milliseconds = Math.max(100, next.getTime() - now)
      const furthest = Math.max(MAX_RETRY_MS, times.claimMs)
      if (milliseconds > furthest) {
        const until = new Date(now + times.claimMs)
        await recipients.messages.bringForward(tx, campaign.id, { furthest: new Date(now + furthest), until })
        return sendAgain(times.claimMs)
      }
      return milliseconds > MAX_WAIT_MS ? sendAgain(milliseconds) : { kind: 'wait', milliseconds }
    })

  async function conclude(outcomes: readonly AttemptOutcome[]): Promise<Step> {
    const outcome = judgeBatch(outcomes)
    switch (outcome.kind) {
      case 'keyRefused':
        await inOrganisation((tx) => campaigns.progress.pause(tx, campaign.id, keyRefused(outcome.words)))
        return SENDING_OVER
      case 'silent': {
        const milliseconds = backOff.silent(outcomes.length)
        if (!backOff.isDeclared) return { kind: 'wait', milliseconds }
        await say(NOT_ANSWERING)
        return sendAgain(milliseconds)
      }
      case 'dayOver':
        await rateLimiter.endDay(campaign.channel)
        break
      case 'notMade':
        await say(NOT_MADE)
        break
      case 'answered':
        backOff.answered()
        await say(null)
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
      await say(dailyLimitReached(campaign.channel, limits))
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
  { campaign, campaigns, recipients, clock, times, inOrganisation }: OpenedCampaign,
  limit: number,
): Promise<Batch | undefined> {
  const claimedAt = performance.now()
  return inOrganisation(async (tx) => {
    const current = await campaigns.progress.findSending(tx, campaign.id)
    const now = await clock.now(tx)
    // The start may have changed since the slice began.
    if (!current || (current.startAt !== null && current.startAt > now)) return undefined
    const until = new Date(now.getTime() + times.claimMs)
    const rows = await recipients.messages.claim(tx, campaign.id, { now, until, limit })
    // Days may have passed since the run.
    const references = rows.map(({ householdReference }) => householdReference)
    const gone = await recipients.goneSince(tx, campaign, 'claimed', references)
    return { claimedAt, now, rows: rows.map((row) => ({ ...row, gone: gone.get(row.householdReference) })) }
  })
}

async function handOver(
  opened: OpenedCampaign,
  { rows, now, claimedAt }: Batch,
  unused: number,
): Promise<AttemptOutcome[]> {
  const { campaign, campaigns, recipients, notify, makeContent, clock, times, random, rateLimiter, handing } = opened
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
      if (removed.size > 0) await campaigns.progress.removeUnsent(tx, campaign.id, removed)
      const noted = await clock.now(tx)
      const outcomes = sortOutcomes(attempted, { now: noted, claimMs: times.claimMs, random })
      await recipients.messages.noteOutcomes(tx, outcomes, noted)
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
const NO_PROVIDER =
  'Messages cannot be sent yet: no GOV.UK Notify key is set that can be used. Sending begins by itself once it is.'
const NO_LETTERS = 'Letters cannot be sent from this server yet. Sending begins by itself once they can.'
const NOT_MADE =
  'Letters cannot be made or fetched at the moment. Doorstep keeps trying: what cannot be sent within about an hour fails, and can be sent again.'

function dailyLimitReached(channel: Channel, limits: SendingLimits): string {
  const [limit, what] = channel === 'sms' ? [limits.textsADay, 'text messages'] : [limits.lettersADay, 'letters']
  return `GOV.UK Notify takes ${limit.toLocaleString('en-GB')} ${what} a day, and today’s are sent. Sending goes on by itself tomorrow.`
}

const keyRefused = (words: string) =>
  `Paused: GOV.UK Notify does not accept the key (${words}). Nobody was lost; resume once the key is put right.`
