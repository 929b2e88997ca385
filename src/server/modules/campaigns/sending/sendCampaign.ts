import type { Channel } from '#contract/households/channels'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import { createSlice } from '../../../jobs/slice'
import { SEND_CAMPAIGN, type CampaignWork } from '../campaigns/jobs'
import type { CampaignsService } from '../campaigns/service'
import { countFailures } from '../recipients/sendingRepo'
import { compileTexts } from '../recipients/template'
import type { SendingAccount } from './accounts'
import { fillText, type MakeContent } from './attempt'
import { createFailureThreshold } from './backOff'
import { CHECK_DELIVERIES } from './deliveries'
import {
  createStep,
  sendAgain,
  SENDING_OVER,
  type SendingCampaign,
  type OpenedCampaign,
  type SliceEnd,
  type TakeStep,
} from './sendBatch'

export interface LetterMaker {
  /** Identical for every attempt. */
  pdf(campaign: CampaignWork, householdReference: string): Promise<Uint8Array>
}

export interface SliceDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'sendingMoves'>
  readonly letters: LetterMaker
}

interface JobDependencies extends SliceDependencies {
  readonly queue: Queue
  readonly findAccount: (organisationId: string) => Promise<SendingAccount>
  readonly checkAfterSeconds: number | undefined
}

const START_AGAIN_SECONDS = 60

/** Registers the job and resumes it at every start. */
export function registerSending(deps: JobDependencies): void {
  const { database, queue, campaigns, findAccount, checkAfterSeconds } = deps
  queue.work(SEND_CAMPAIGN, async (work, stopping) => {
    const account = await findAccount(work.organisationId)
    if (await isTooEarly(deps, account, work)) return
    const end = await sendSlice(deps, account, work, stopping)
    await database.forOrganisation(work.organisationId, async (tx) => {
      if (end.kind === 'again') {
        await queue.send(tx, SEND_CAMPAIGN, work, { afterSeconds: Math.ceil(end.milliseconds / 1000) })
      }
      if (checkAfterSeconds !== undefined && isTimeToAsk(end)) {
        await queue.send(tx, CHECK_DELIVERIES, { ...work, round: 0, after: -1 }, { afterSeconds: checkAfterSeconds })
      }
    })
  })
  // A killed server's job stays claimed until it expires.
  queue.whenStarted(() =>
    database.asSystem(async (tx) => {
      for (const work of await campaigns.sendingMoves.listUnsent(tx)) await queue.send(tx, SEND_CAMPAIGN, work)
    }),
  )
}

/** Before its start or the sending hours, which may change meanwhile. */
const isTooEarly = (
  { database, campaigns, queue }: JobDependencies,
  { clock }: SendingAccount,
  work: CampaignWork,
): Promise<boolean> =>
  database.forOrganisation(work.organisationId, async (tx) => {
    const now = await clock.now(tx)
    const opens = await campaigns.sendingMoves.startsAt(tx, work.campaignId, now)
    if (!opens) return false
    const seconds = Math.ceil((opens.getTime() - now.getTime()) / 1000)
    await queue.send(tx, SEND_CAMPAIGN, work, { afterSeconds: Math.min(seconds, START_AGAIN_SECONDS) })
    return true
  })

/** Only the daily limit takes longer. */
const LONG_PAUSE_MS = 10 * 60_000

/** Whether to poll for deliveries; also during a run of days. */
export const isTimeToAsk = (end: SliceEnd): boolean => end.kind === 'over' || end.milliseconds > LONG_PAUSE_MS

/** Short, so that campaigns take turns and servers stop soon. */
const SLICE_MS = 10_000

/** Letters are large and made one by one. */
const BATCHES: Readonly<Record<Channel, { size: number; concurrency: number }>> = {
  sms: { size: 15, concurrency: 4 },
  print_and_post: { size: 4, concurrency: 2 },
}

/** One batch at a time while failures are few to judge by or Notify is away, then several. */
export async function sendSlice(
  deps: SliceDependencies,
  account: SendingAccount,
  work: CampaignWork,
  stopping?: AbortSignal,
): Promise<SliceEnd> {
  const opened = await openCampaign(deps, account, work)
  if ('kind' in opened) return opened
  const { campaign, campaigns, inOrganisation, backOff } = opened
  const { size, concurrency } = BATCHES[campaign.channel]
  const threshold = createFailureThreshold(
    () => inOrganisation((tx) => countFailures(tx, campaign.id, campaign.judgedFrom)),
    (problem) => inOrganisation((tx) => campaigns.sendingMoves.pause(tx, campaign.id, problem)),
  )
  if (await threshold.check()) return SENDING_OVER
  const step = createStep(opened, threshold, size)
  const isOver = createSlice(SLICE_MS, stopping)
  const loop = (count: number, isDone = () => false) => runLoops(opened, step, { count, isOver, isDone })
  const end = (await loop(1, () => !threshold.isEarly && !backOff.isDeclared)) ?? (await loop(concurrency))
  // A batch may finish after its loop.
  const isComplete =
    end?.kind === 'again' && (await inOrganisation((tx) => campaigns.sendingMoves.completeIfSent(tx, campaign.id)))
  return isComplete ? SENDING_OVER : (end ?? sendAgain(0))
}

const NOT_READY_AGAIN_MS = 60_000

async function openCampaign(
  { database, campaigns, letters }: SliceDependencies,
  account: SendingAccount,
  work: CampaignWork,
): Promise<OpenedCampaign | SliceEnd> {
  const { notify, serviceName } = account
  const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) => database.forOrganisation(work.organisationId, run)
  const campaign = await inOrganisation((tx) => campaigns.sendingMoves.findSending(tx, work.campaignId))
  if (!campaign) return SENDING_OVER
  let shown = campaign.problem
  const showProblem = async (problem: string | null) => {
    if (problem === shown) return
    shown = problem
    await inOrganisation((tx) => campaigns.sendingMoves.setProblem(tx, campaign.id, problem))
  }
  const makeContent = chooseContent(work, campaign, { letters, serviceName })
  if (!notify) {
    await showProblem(NO_PROVIDER)
    return sendAgain(NOT_READY_AGAIN_MS)
  }
  return { ...account, notify, campaigns, campaign, makeContent, inOrganisation, showProblem }
}

function chooseContent(
  work: CampaignWork,
  campaign: SendingCampaign,
  { letters, serviceName }: Pick<SliceDependencies, 'letters'> & Pick<SendingAccount, 'serviceName'>,
): MakeContent {
  const chooseText = compileTexts(campaign)
  if (chooseText) return fillText(chooseText, serviceName)
  return async ({ householdReference }) => ({
    pdf: await letters.pdf(work, householdReference),
    postage: campaign.postage ?? 'second',
  })
}

/** Until one ends the slice. @param loops.isDone ends them without an end */
async function runLoops(
  { clock }: Pick<OpenedCampaign, 'clock'>,
  step: TakeStep,
  loops: { readonly count: number; readonly isOver: () => boolean; readonly isDone: () => boolean },
): Promise<SliceEnd | undefined> {
  const { count, isOver, isDone } = loops
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

const NO_PROVIDER =
  'Messages cannot be sent yet: no GOV.UK Notify key is set that can be used. Sending begins by itself once it is.'
