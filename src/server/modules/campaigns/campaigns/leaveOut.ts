import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { findOftenContacted } from '../recipients/oftenContacted'
import * as recipients from '../recipients/repo'
import type { MoveDependencies } from './dependencies'
import { allow, describeCampaign } from './present'
import { removeRecipients } from './removeRecipients'
import * as repo from './repo'
import { withLockedCampaign } from './withCampaign'

type LeaveOutDependencies = Pick<MoveDependencies, 'queue'>

/**
 * Leaves out households that may not be written to, in every campaign that has not sent to them yet.
 * @param findGone finds the households to leave out; by default those whose contact changed or may not be used
 * @returns how many messages will not be sent
 */
export async function leaveOutHouseholds(
  deps: LeaveOutDependencies,
  tx: Tx,
  organisationId: string,
  references: readonly string[],
  findGone: (campaign: repo.CampaignRow) => Promise<recipients.RemovalReasons> = (campaign) =>
    recipients.goneSince(tx, campaign, 'waiting', references),
): Promise<number> {
  let messages = 0
  for (const id of await recipients.campaignsWaitingFor(tx, organisationId, references)) {
    const campaign = await repo.lockCampaign(tx, id)
    if (!campaign) continue
    const gone = await findGone(campaign)
    const { removedCount } = await removeRecipients(deps, tx, campaign, gone, { isBeforeRun: campaign.runAt === null })
    messages += removedCount - campaign.removedCount
  }
  return messages
}

/** @returns takes households that had many messages off a prepared list */
export const createLeaveOutOftenContacted =
  ({ database, queue, audit }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      allow('leave-out', campaign)
      const gone = await findOftenContacted(tx, campaign)
      const changed = await removeRecipients({ queue }, tx, campaign, gone, { isBeforeRun: true })
      const removed = changed.removedCount - campaign.removedCount
      if (removed > 0)
        await audit.recordIn(tx, person, 'left_out', `${describeCampaign(campaign)}, contacted often`, removed)
      return changed
    })
