import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import * as recipients from '../recipients/repo'
import { WITHDRAW_LETTERS } from './jobs'
import { createWork } from './present'
import * as repo from './repo'

/** Removes unsent recipients of a locked campaign, and their letters. */
export async function removeRecipients(
  { queue }: { readonly queue: Queue },
  tx: Tx,
  campaign: repo.CampaignRow,
  gone: recipients.RemovalReasons,
  { isBeforeRun }: { readonly isBeforeRun: boolean },
): Promise<repo.CampaignRow> {
  const removed = await recipients.markRemoved(tx, campaign.id, gone, isBeforeRun)
  if (removed > 0 && campaign.channel === 'print_and_post') await queue.send(tx, WITHDRAW_LETTERS, createWork(campaign))
  return repo.changeCampaign(tx, campaign.id, {
    removedCount: campaign.removedCount + removed,
    numberOfRecipients: campaign.numberOfRecipients - removed,
  })
}
