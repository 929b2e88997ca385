/**
 * Policy (docs/decisions/0010-exactly-once-sending.md): every household gets its message exactly once.
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
 * an outage of the provider, and too many failures (judging.ts). Whoever may not be reached any more when its turn
 * comes is taken out, once it is known that nothing was sent.
 */
import type { Channel } from '#contract/campaigns'
import type { CampaignWork } from '../campaigns/service'
import { createAllowance, NOTIFY_LIMITS } from './allowance'
import { recordsClock } from './clock'
import { createJudge } from './judging'
import { again, OVER, runLanes, type SliceEnd } from './lanes'
import { createOutage } from './outage'
import { openSending, type SenderDependencies, type SenderOptions, type Times } from './sending'
import { createStep } from './step'

export type { LetterMaker, SenderOptions } from './sending'

/** A call may take 10 s; Notify writes some messages down only seconds after it took them. */
const TIMES: Times = { claimMs: 30_000, callMs: 10_000 }

/** A piece of work lasts so long and queues the next, so that campaigns take turns and a server stops soon. */
const SLICE_MS = 10_000

/** Recipients in one batch, and batches under way at once. Letters are large and made one after the other. */
const BATCHES: Readonly<Record<Channel, { size: number; lanes: number }>> = {
  sms: { size: 15, lanes: 4 },
  print_and_post: { size: 4, lanes: 2 },
}

export type Sender = ReturnType<typeof createSender>

/** Sends campaigns, a slice at a time. One for a server: it knows whether the provider answers. */
export function createSender(deps: SenderDependencies, options: SenderOptions = {}) {
  const { limits = NOTIFY_LIMITS, times = TIMES, clock = recordsClock, random = Math.random } = options
  const outage = createOutage(random)
  const shared = {
    ...deps,
    limits,
    times,
    clock,
    random,
    outage,
    allowance: createAllowance({ ...deps, clock }, limits),
  }

  return {
    async slice(work: CampaignWork): Promise<SliceEnd> {
      const sending = await openSending(shared, work)
      if ('kind' in sending) return sending
      const { size, lanes } = BATCHES[sending.campaign.channel]
      const judge = createJudge(sending)
      const step = createStep(sending, judge, size)
      const all = { count: lanes, until: performance.now() + SLICE_MS, clock }
      const end =
        (await judge.judge()) ??
        (await runLanes({ ...all, count: 1, isDone: () => !judge.isEarly && !outage.isDeclared }, step)) ??
        (await runLanes(all, step))
      // Whoever ended the slice may not have seen the last batch come back.
      const isComplete =
        end?.kind === 'again' &&
        (await sending.inOrganisation((tx) => deps.campaigns.completeIfSent(tx, work.campaignId)))
      return isComplete ? OVER : (end ?? again(0))
    },
  }
}
