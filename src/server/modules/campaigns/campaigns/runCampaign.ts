import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import * as recipients from '../recipients/repo'
import type { Costs } from './costs'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import { createListFormat } from './frozenList'
import { SEND_CAMPAIGN, createWork } from './jobs'
import { requireBasis } from './lawfulBasis'
import { findHiddenLists } from './listShown'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import type { Recheck } from './recheck'
import { removeRecipients } from './leaveOut'
import type { Starts } from './start'
import * as repo from './repo'

/** @throws Fault 409 */
const refuseEmptyCampaign = () =>
  conflict(
    'None of the households of this campaign can be contacted. Cancel it and choose other households.',
    'nobody_left',
  )

/** Notes that the list was reviewed. Idempotent. @throws Fault 404; 409 naming the state, like every move */
export const createReview =
  ({ database, audit, now }: Omit<MoveDependencies, 'queue'>) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('review', campaign)
      if (decision === 'again') return campaign
      if (campaign.numberOfRecipients === 0) throw refuseEmptyCampaign()
      await requireBasis(tx, campaign)
      await audit.recordIn(tx, person, 'review', describeCampaign(campaign), campaign.numberOfRecipients)
      return repo.changeCampaign(tx, id, { status: decision.to, reviewedAt: now() })
    })

export interface RunChoices {
  /** Null for as soon as possible. */
  readonly startAt?: Date | null
  /** Whether the sender accepts going over budget. */
  readonly mayGoOver?: boolean
}

type RunDependencies = MoveDependencies &
  Pick<CampaignsDependencies, 'needToKnow'> & {
    readonly recheck: Recheck
    readonly starts: Starts
    readonly costs: Costs
  }

/**
 * Removes recipients who may not be contacted any more and queues sending, exactly once.
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
      const hash = await recipients.hashOfList(tx, id, createListFormat(campaign.holdOutSeed))
      if (hash !== campaign.recipientsHash) {
        throw conflict(
          'The list of this campaign is not the one that was frozen. Cancel it and make a new one.',
          'list_changed',
        )
      }
      const gone = await recheck.findGone(tx, campaign, claiming)
      const { numberOfRecipients } = await removeRecipients(queue, tx, campaign, gone)
      if (numberOfRecipients === 0) throw refuseEmptyCampaign()
      const isRounded = (await findHiddenLists(tx, own, [campaign])).has(id)
      const isOver = await costs.requireWithinBudget(tx, { ...campaign, startAt }, { mayGoOver, isRounded })
      await queue.send(tx, SEND_CAMPAIGN, createWork(campaign))
      const what = isOver ? `${describeCampaign(campaign)}, over the budget` : describeCampaign(campaign)
      await audit.recordIn(tx, person, 'run', what, numberOfRecipients)
      const running = await repo.changeCampaign(tx, id, { status: decision.to, runAt: now(), startAt })
      return { campaign: running, started: true }
    })
  }
