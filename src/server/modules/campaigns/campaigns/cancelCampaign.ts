import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import type { Queue } from '../../../jobs/queue'
import { clearPersonalData } from '../recipients/repo'
import type { MoveDependencies } from './dependencies'
import { CLEAR_LETTERS, createWork } from './jobs'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import * as repo from './repo'

/** Cancels a campaign and clears its personal data. */
export const createCancel =
  ({ database, queue, audit, now }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('cancel', campaign)
      if (decision === 'again') return campaign
      await clearCampaign(queue, tx, campaign)
      await audit.recordIn(tx, person, 'cancel', describeCampaign(campaign), campaign.numberOfRecipients)
      return repo.changeCampaign(tx, id, {
        status: decision.to,
        frozenHouseholds: null,
        holdOutReleasedAt: now(),
        clearedAt: now(),
        problem: null,
      })
    })

/** Moves a finished campaign out of the list. */
export const createArchive =
  ({ database, audit }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      const decision = allow('archive', campaign)
      if (decision === 'again') return campaign
      await audit.recordIn(tx, person, 'archive', describeCampaign(campaign))
      return repo.changeCampaign(tx, id, { status: decision.to })
    })

/** Clears campaigns that were sent before a time. @returns how many */
export const createClearCompleted =
  ({ database, queue, now }: MoveDependencies) =>
  async (organisationId: string, before: Date): Promise<number> => {
    const ids = await database.forOrganisation(organisationId, (tx) =>
      repo.unclearedCampaigns(tx, organisationId, before),
    )
    for (const { id } of ids) {
      await database.forOrganisation(organisationId, async (tx) => {
        const campaign = await repo.lockCampaign(tx, id)
        // It was sent again since.
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
