import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { hashOfList } from '../recipients/fingerprintRepo'
import type { Costs } from './costs'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import { createListFormat } from './frozenList'
import { SEND_CAMPAIGN, createWork, tellStaff } from './jobs'
import { requireBasis } from './lawfulBasis'
import { isListHidden } from './listShown'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import type { Recheck } from './recheck'
import { removeRecipients } from './leaveOut'
import { requireSomebodyLeft } from './roundedCounts'
import type { Starts } from './start'
import * as repo from './repo'

/** Records the review of the list. Idempotent. @throws Fault 404; 409 naming the state */
export const createReview =
  ({ database, queue, audit, now, needToKnow }: MoveDependencies & Pick<CampaignsDependencies, 'needToKnow'>) =>
  async (person: Person, id: number): Promise<repo.CampaignRow> => {
    const own = await needToKnow.of(person)
    return withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('review', campaign)
      if (decision === 'again') return campaign
      requireSomebodyLeft(campaign.numberOfRecipients, await isListHidden(tx, own, campaign))
      await requireBasis(tx, campaign)
      await audit.recordIn(tx, person, 'review', describeCampaign(campaign), campaign.numberOfRecipients)
      await tellStaff(queue, tx, campaign, 'reviewed', person)
      return repo.changeCampaign(tx, id, { status: decision.to, reviewedAt: now() })
    })
  }

export interface RunChoices {
  /** Null for as soon as possible. */
  readonly startAt?: Date | null
  readonly mayGoOver?: boolean
}

type RunDependencies = MoveDependencies &
  Pick<CampaignsDependencies, 'needToKnow'> & {
    readonly recheck: Recheck
    readonly starts: Starts
    readonly costs: Costs
  }

/**
 * Removes recipients no longer to be contacted and queues sending, exactly once.
 * @throws Fault 422 for an impossible start; 409 over budget
 */
export const createRun =
  ({ database, queue, audit, now, needToKnow, recheck, starts, costs }: RunDependencies) =>
  async (
    person: Person,
    id: number,
    { startAt = null, mayGoOver = false }: RunChoices = {},
  ): Promise<{ campaign: repo.CampaignRow; started: boolean }> => {
    const own = await needToKnow.of(person)
    const claiming = await recheck.findClaiming(person.organisationId, id)
    return withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('run', campaign)
      if (decision === 'again') return { campaign, started: false }
      await requireBasis(tx, campaign)
      if (startAt) await starts.requireStart(tx, campaign.organisationId, startAt)
      const hash = await hashOfList(tx, id, createListFormat(campaign))
      if (hash !== campaign.recipientsHash) {
        throw conflict(
          'The list of this campaign is not the one that was frozen. Cancel it and make a new one.',
          'list_changed',
        )
      }
      const gone = await recheck.findGone(tx, campaign, claiming)
      const { numberOfRecipients } = await removeRecipients(queue, tx, campaign, gone)
      const isRounded = await isListHidden(tx, own, campaign)
      requireSomebodyLeft(numberOfRecipients, isRounded)
      const isOver = await costs.requireWithinBudget(tx, { ...campaign, startAt }, { mayGoOver, isRounded })
      await queue.send(tx, SEND_CAMPAIGN, createWork(campaign))
      const what = isOver ? `${describeCampaign(campaign)}, over the budget` : describeCampaign(campaign)
      await audit.recordIn(tx, person, 'run', what, numberOfRecipients)
      await tellStaff(queue, tx, campaign, 'sent', person)
      const running = await repo.changeCampaign(tx, id, { status: decision.to, runAt: now(), startAt })
      return { campaign: running, started: true }
    })
  }
