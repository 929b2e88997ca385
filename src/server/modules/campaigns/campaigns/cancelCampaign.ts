import type { CancelledAs } from '#contract/campaigns/campaigns'
import type { AuditedAction } from '#contract/organisations/audit'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Queue } from '../../../jobs/queue'
import { clearPersonalData } from '../recipients/repo'
import type { MoveDependencies } from './dependencies'
import { CLEAR_LETTERS, createWork, tellStaff } from './jobs'
import { allow, withLockedCampaign, type Move } from './moves'
import { describeCampaign } from './present'
import * as repo from './repo'

interface Ending {
  readonly move: Extract<Move, 'cancel' | 'withdraw'>
  readonly action: AuditedAction
  readonly as: CancelledAs
}

/** With the campaign locked: clears personal data and releases held-out households. */
async function endCampaign(
  { queue, audit, now }: Omit<MoveDependencies, 'database'>,
  { move, action, as }: Ending,
  tx: Tx,
  { person, campaign, comment }: { person: Person; campaign: repo.CampaignRow; comment: string | null },
): Promise<repo.CampaignRow> {
  if (move === 'withdraw') requireAuthor(person, campaign)
  const decision = allow(move, campaign)
  if (decision === 'again') return campaign
  await clearCampaign(queue, tx, campaign)
  await audit.recordIn(tx, person, action, describeCampaign(campaign), campaign.numberOfRecipients)
  if (as === 'sent_back') await tellStaff(queue, tx, campaign, 'sent_back', person)
  return repo.changeCampaign(tx, campaign.id, {
    status: decision.to,
    cancelledAs: as,
    reviewComment: comment,
    frozenHouseholds: null,
    neverDrawnHouseholds: null,
    holdOutReleasedAt: now(),
    clearedAt: now(),
    pausedAt: null,
    problem: null,
  })
}

const createEnding =
  (deps: MoveDependencies, ending: Ending) =>
  (person: Person, id: number, comment: string | null = null): Promise<repo.CampaignRow> =>
    withLockedCampaign(deps.database, person, id, (tx, campaign) =>
      endCampaign(deps, ending, tx, { person, campaign, comment }),
    )

/** By a super administrator, until the first message is handed over. */
export const createCancel = (deps: MoveDependencies) =>
  createEnding(deps, { move: 'cancel', action: 'cancel', as: 'cancelled' })

const SENT_BACK: Ending = { move: 'cancel', action: 'send_back', as: 'sent_back' }

/** Likewise, with a comment for its author. */
export const createSendBack = (deps: MoveDependencies) => createEnding(deps, SENT_BACK)

/** With the campaign locked. */
export const sendBackLocked = (
  deps: Omit<MoveDependencies, 'database'>,
  tx: Tx,
  of: { person: Person; campaign: repo.CampaignRow; comment: string },
): Promise<repo.CampaignRow> => endCampaign(deps, SENT_BACK, tx, of)

/** By its author, until reviewed. @throws Fault 409 */
export const createWithdraw = (deps: MoveDependencies) =>
  createEnding(deps, { move: 'withdraw', action: 'withdraw', as: 'withdrawn' })

/** @throws Fault 409 */
export function requireAuthor({ userId }: Person, { createdById, createdBy }: repo.CampaignRow): void {
  if (createdById !== userId) throw conflict(`Only ${createdBy}, who made this campaign, can do that.`, 'not_author')
}

/** Takes a finished campaign out of the list. */
export const createArchive =
  ({ database, audit }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('archive', campaign)
      if (decision === 'again') return campaign
      await audit.recordIn(tx, person, 'archive', describeCampaign(campaign))
      return repo.changeCampaign(tx, id, { status: decision.to })
    })

/** Campaigns sent before a time. @returns how many */
export const createClearCompleted =
  ({ database, queue, now }: MoveDependencies) =>
  async (organisationId: string, before: Date): Promise<number> => {
    const ids = await database.forOrganisation(organisationId, (tx) =>
      repo.unclearedCampaigns(tx, organisationId, before),
    )
    for (const { id } of ids) {
      await database.forOrganisation(organisationId, async (tx) => {
        const campaign = await repo.lockCampaign(tx, id)
        if (!campaign?.completedAt || campaign.completedAt >= before || campaign.clearedAt) return
        await clearCampaign(queue, tx, campaign)
        await repo.changeCampaign(tx, id, { clearedAt: now() })
      })
    }
    return ids.length
  }

/** Letter files are deleted after the commit. */
async function clearCampaign(queue: Queue, tx: Tx, campaign: repo.CampaignRow): Promise<void> {
  await clearPersonalData(tx, campaign.id)
  if (campaign.channel === 'print_and_post') await queue.send(tx, CLEAR_LETTERS, createWork(campaign))
}
