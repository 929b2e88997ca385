/**
 * A move is one transaction: lock the campaign, ask states.ts, update, queue jobs, audit. A second caller waits, then
 * finds it done (docs/product.md#campaign-statuses).
 */
import type { LawfulBasis } from '#contract/campaigns/lawfulBases'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Gone } from '../recipients/repo'
import type { Costs } from './costs'
import type { Recheck } from './recheck'
import { CLEAR_LETTERS, SEND_CAMPAIGN, WITHDRAW_LETTERS, type CampaignWork } from './jobs'
import { basisInWords, requireBasis } from './lawfulBasis'
import { createListFormat } from './frozenList'
import { allow, standingOf, subjectOf, workOf } from './present'
import * as repo from './repo'
import { decide, phaseOf } from './states'
import type { CampaignsDependencies } from './service'
import type { Starts } from './start'

/** The same for another organisation's campaign, so that ids reveal nothing. */
export const campaignNotFound = () => notFound('Campaign not found')

type LifecycleDependencies = Pick<CampaignsDependencies, 'database' | 'queue' | 'audit' | 'recipients'> & {
  readonly now: () => Date
  readonly recheck: Recheck
  readonly starts: Starts
  readonly costs: Costs
}

export type Lifecycle = ReturnType<typeof createLifecycle>

/** Moves campaigns through their states. */
export function createLifecycle({
  database,
  queue,
  audit,
  recipients,
  recheck,
  starts,
  costs,
  now,
}: LifecycleDependencies) {
  const onCampaign = <T>(
    person: Person,
    id: number,
    work: (tx: Tx, campaign: repo.CampaignRow) => Promise<T>,
  ): Promise<T> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign) throw campaignNotFound()
      return work(tx, campaign)
    })

  /** Letter files are deleted after the commit. */
  async function forget(tx: Tx, campaign: repo.CampaignRow): Promise<void> {
    await recipients.forget(tx, campaign.id)
    if (campaign.channel === 'print_and_post') await queue.send(tx, CLEAR_LETTERS, workOf(campaign))
  }

  async function remove(
    tx: Tx,
    campaign: repo.CampaignRow,
    gone: Gone,
    { isBeforeRun }: { isBeforeRun: boolean },
  ): Promise<repo.CampaignRow> {
    const removed = await recipients.remove(tx, campaign.id, gone, isBeforeRun)
    if (removed > 0 && campaign.channel === 'print_and_post') await queue.send(tx, WITHDRAW_LETTERS, workOf(campaign))
    return repo.changeCampaign(tx, campaign.id, {
      removedCount: campaign.removedCount + removed,
      numberOfRecipients: campaign.numberOfRecipients - removed,
    })
  }

  return {
    /** Idempotent. @throws Fault 404; 409 naming the state, like every move below */
    review: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        const verdict = allow('review', campaign)
        if (verdict === 'again') return campaign
        if (campaign.numberOfRecipients === 0) throw nobodyLeft()
        await requireBasis(tx, campaign)
        await audit.recordIn(tx, person, 'review', subjectOf(campaign), campaign.numberOfRecipients)
        return repo.changeCampaign(tx, id, { status: verdict.to, reviewedAt: now() })
      }),

    /**
     * Removes recipients who may not be contacted any more and queues sending, exactly once.
     * @param startAt without it, as soon as possible
     * @param mayGoOver whether the sender accepts going over budget
     * @throws Fault 422 for an impossible start; 409 over budget
     */
    run: async (
      person: Person,
      id: number,
      startAt: Date | null = null,
      mayGoOver = false,
    ): Promise<{ campaign: repo.CampaignRow; started: boolean }> => {
      const claiming = await recheck.claimingNow(person.organisationId, id)
      return onCampaign(person, id, async (tx, campaign) => {
        const verdict = allow('run', campaign)
        if (verdict === 'again') return { campaign, started: false }
        await requireBasis(tx, campaign)
        if (startAt) await starts.requireStart(tx, campaign.organisationId, startAt)
        if ((await recipients.hashOfList(tx, id, createListFormat(campaign.holdOutSeed))) !== campaign.recipientsHash) {
          throw conflict(
            'The list of this campaign is not the one that was frozen. Cancel it and make a new one.',
            'list_changed',
          )
        }
        const { numberOfRecipients } = await remove(tx, campaign, await recheck.gone(tx, campaign, claiming), {
          isBeforeRun: true,
        })
        if (numberOfRecipients === 0) throw nobodyLeft()
        const isOver = await costs.requireWithinBudget(tx, { ...campaign, startAt }, mayGoOver)
        await queue.send(tx, SEND_CAMPAIGN, workOf(campaign))
        const what = isOver ? `${subjectOf(campaign)}, over the budget` : subjectOf(campaign)
        await audit.recordIn(tx, person, 'run', what, numberOfRecipients)
        const running = await repo.changeCampaign(tx, id, { status: verdict.to, runAt: now(), startAt })
        return { campaign: running, started: true }
      })
    },

    /** Also clears personal data. */
    cancel: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        const verdict = allow('cancel', campaign)
        if (verdict === 'again') return campaign
        await forget(tx, campaign)
        await audit.recordIn(tx, person, 'cancel', subjectOf(campaign), campaign.numberOfRecipients)
        return repo.changeCampaign(tx, id, {
          status: verdict.to,
          frozenHouseholds: null,
          holdOutReleasedAt: now(),
          clearedAt: now(),
          problem: null,
        })
      }),

    archive: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        const verdict = allow('archive', campaign)
        if (verdict === 'again') return campaign
        await audit.recordIn(tx, person, 'archive', subjectOf(campaign))
        return repo.changeCampaign(tx, id, { status: verdict.to })
      }),

    /** A campaign that was run keeps the basis of its run. */
    nameLawfulBasis: (person: Person, id: number, lawfulBasis: LawfulBasis): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        if (campaign.lawfulBasis === lawfulBasis) return campaign
        allow('name-basis', campaign)
        await audit.recordIn(tx, person, 'lawful_basis', `${subjectOf(campaign)}${basisInWords(lawfulBasis)}`)
        return repo.changeCampaign(tx, id, { lawfulBasis })
      }),

    leaveOutOftenContacted: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        allow('leave-out', campaign)
        const changed = await remove(tx, campaign, await recipients.oftenContacted(tx, campaign), { isBeforeRun: true })
        const removed = changed.removedCount - campaign.removedCount
        if (removed > 0)
          await audit.recordIn(tx, person, 'left_out', `${subjectOf(campaign)}, contacted often`, removed)
        return changed
      }),

    releaseHoldOut: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        if (campaign.holdOutPercentage === 0) {
          throw conflict('This campaign holds no households out.', 'no_hold_out')
        }
        if (campaign.holdOutReleasedAt !== null) return campaign
        await audit.recordIn(tx, person, 'hold_out_released', subjectOf(campaign), campaign.heldOutCount)
        return repo.changeCampaign(tx, id, { holdOutReleasedAt: now() })
      }),

    /** For a campaign that has not started; null for as soon as possible. @throws Fault 409 or 422 */
    changeStart: (person: Person, id: number, startAt: Date | null): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        allow('start', campaign)
        if (campaign.startAt?.getTime() === startAt?.getTime()) return campaign
        await starts.requireNotStarted(tx, campaign)
        if (startAt) await starts.requireStart(tx, campaign.organisationId, startAt)
        await queue.send(tx, SEND_CAMPAIGN, workOf(campaign))
        await audit.recordIn(tx, person, 'start_changed', subjectOf(campaign))
        return repo.changeCampaign(tx, id, { startAt })
      }),

    /** Messages under way arrive; no new ones are sent. */
    pauseByHand: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        if (phaseOf(standingOf(campaign)) === 'paused') return campaign
        allow('pause', campaign)
        await audit.recordIn(tx, person, 'pause', subjectOf(campaign))
        return repo.changeCampaign(tx, id, { pausedAt: now(), problem: PAUSED_BY_HAND })
      }),

    /** Ignores earlier failures from here on. */
    resume: (person: Person, id: number): Promise<repo.CampaignRow> =>
      onCampaign(person, id, async (tx, campaign) => {
        allow('resume', campaign)
        await queue.send(tx, SEND_CAMPAIGN, workOf(campaign))
        await audit.recordIn(tx, person, 'resume', subjectOf(campaign))
        return repo.changeCampaign(tx, id, { pausedAt: null, problem: null, judgedFrom: now() })
      }),

    sendMissed: (person: Person, id: number): Promise<{ campaign: repo.CampaignRow; recipients: number }> =>
      onCampaign(person, id, async (tx, campaign) => {
        const verdict = allow('send-missed', campaign)
        if (campaign.clearedAt !== null) {
          throw conflict(
            'The details of the households of this campaign have been cleared since it was sent. Make a new campaign.',
            'cleared',
          )
        }
        const missed = await recipients.prepareMissed(tx, id)
        if (missed === 0 || verdict === 'again')
          throw conflict('There are no missed recipients to send to.', 'none_missed')
        await queue.send(tx, SEND_CAMPAIGN, workOf(campaign))
        await audit.recordIn(tx, person, 'run', `${subjectOf(campaign)}, the missed ones`, missed)
        const running = await repo.changeCampaign(tx, id, { status: verdict.to, completedAt: null, judgedFrom: now() })
        return { campaign: running, recipients: missed }
      }),

    async completeIfSent(tx: Tx, id: number): Promise<boolean> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign) return false
      const verdict = decide('complete', standingOf(campaign))
      if (typeof verdict === 'string') return campaign.status === 'Complete'
      if (await recipients.hasUnsent(tx, id)) return false
      const completedAt = now()
      await repo.changeCampaign(tx, id, {
        status: verdict.to,
        sentAt: campaign.sentAt ?? completedAt,
        completedAt,
        problem: null,
      })
      return true
    },

    /** Null when messages may go out already, or the campaign is not sending. */
    async startsAt(tx: Tx, id: number, at: Date): Promise<Date | null> {
      const campaign = await repo.findCampaign(tx, id)
      return campaign && phaseOf(standingOf(campaign)) === 'sending' ? starts.startsAt(tx, campaign, at) : null
    },

    async whileSending(tx: Tx, id: number): Promise<repo.CampaignRow | undefined> {
      const campaign = await repo.findCampaign(tx, id)
      return campaign && phaseOf(standingOf(campaign)) === 'sending' ? campaign : undefined
    },

    async removeUnsent(tx: Tx, id: number, gone: Gone): Promise<void> {
      const campaign = await repo.lockCampaign(tx, id)
      if (campaign) await remove(tx, campaign, gone, { isBeforeRun: false })
    },

    /**
     * Leaves out households that may not be written to, in every campaign that has not sent to them yet.
     * @param goneOf whom to leave out; by default those whose contact changed or may not be used
     * @returns how many messages will not be sent
     */
    async leaveOut(
      tx: Tx,
      organisationId: string,
      references: readonly string[],
      goneOf: (campaign: repo.CampaignRow) => Promise<Gone> = (campaign) =>
        recipients.goneSince(tx, campaign, 'waiting', references),
    ): Promise<number> {
      let messages = 0
      for (const id of await recipients.campaignsWaitingFor(tx, organisationId, references)) {
        const campaign = await repo.lockCampaign(tx, id)
        if (!campaign) continue
        const gone = await goneOf(campaign)
        const { removedCount } = await remove(tx, campaign, gone, { isBeforeRun: campaign.runAt === null })
        messages += removedCount - campaign.removedCount
      }
      return messages
    },

    async setProblem(tx: Tx, id: number, problem: string | null): Promise<void> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign || phaseOf(standingOf(campaign)) !== 'sending') return
      await repo.changeCampaign(tx, id, { problem })
    },

    /** Needs a system transaction. */
    unsent: (tx: Tx): Promise<CampaignWork[]> => repo.unsentCampaigns(tx),

    /** @returns false when it is not sending */
    async pause(tx: Tx, id: number, problem: string): Promise<boolean> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign || decide('pause', standingOf(campaign)) === 'refused') return false
      await repo.changeCampaign(tx, id, { pausedAt: now(), problem })
      return true
    },

    async clearCompleted(organisationId: string, before: Date): Promise<number> {
      const ids = await database.forOrganisation(organisationId, (tx) =>
        repo.unclearedCampaigns(tx, organisationId, before),
      )
      for (const { id } of ids) {
        await database.forOrganisation(organisationId, async (tx) => {
          const campaign = await repo.lockCampaign(tx, id)
          // It was sent again since.
          if (!campaign?.completedAt || campaign.completedAt >= before || campaign.clearedAt) return
          await forget(tx, campaign)
          await repo.changeCampaign(tx, id, { clearedAt: now() })
        })
      }
      return ids.length
    },
  }
}

const PAUSED_BY_HAND = 'Paused by a super administrator. Nobody is lost, and nobody is sent to twice.'

const nobodyLeft = () =>
  conflict(
    'None of the households of this campaign can be contacted. Cancel it and choose other households.',
    'nobody_left',
  )
