import { daysOn, londonDay } from '#contract/days'
import { MANY_MESSAGES, RECENT_DAYS } from '#contract/households/contactPressure'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import type { Queue } from '../../../jobs/queue'
import type { NewMark } from '../../households/contacts/service'
import type { Actor } from '../../organisations/audit/service'
import { contactedOften } from '../recipients/contactedRepo'
import * as recipients from '../recipients/removingRepo'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import { createWork, WITHDRAW_LETTERS } from './jobs'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import * as repo from './repo'

/** Removes unsent recipients of a locked campaign, and their letters. */
export async function removeRecipients(
  queue: Queue,
  tx: Tx,
  campaign: repo.CampaignRow,
  gone: recipients.RemovalReasons,
): Promise<repo.CampaignRow> {
  const removed = await recipients.markRemoved(tx, campaign.id, gone, campaign.runAt === null)
  if (removed > 0 && campaign.channel === 'print_and_post') await queue.send(tx, WITHDRAW_LETTERS, createWork(campaign))
  return repo.changeCampaign(tx, campaign.id, {
    removedCount: campaign.removedCount + removed,
    numberOfRecipients: campaign.numberOfRecipients - removed,
  })
}

/**
 * Leaves households out of every campaign that has not sent to them.
 * @param findGone by default those whose contact changed or may not be used
 * @returns how many messages will not be sent
 */
export async function leaveOutHouseholds(
  queue: Queue,
  tx: Tx,
  organisationId: string,
  references: readonly string[],
  findGone: (campaign: repo.CampaignRow) => Promise<recipients.RemovalReasons> = (campaign) =>
    recipients.lockGoneSince(tx, campaign, 'waiting', references),
): Promise<number> {
  let messages = 0
  for (const id of await recipients.campaignsWaitingFor(tx, organisationId, references)) {
    const campaign = await repo.lockCampaign(tx, id)
    if (!campaign) continue
    const { removedCount } = await removeRecipients(queue, tx, campaign, await findGone(campaign))
    messages += removedCount - campaign.removedCount
  }
  return messages
}

/**
 * Marks a household or number do-not-contact and leaves its households out of waiting campaigns, in the caller's
 * transaction.
 * @returns how many messages will not be sent
 * @throws Fault as `markDoNotContact` of contacts
 */
export const createStopContacting =
  ({ queue, contacts }: Pick<CampaignsDependencies, 'queue' | 'contacts'>) =>
  async (tx: Tx, by: Actor, mark: NewMark): Promise<number> =>
    leaveOutHouseholds(queue, tx, by.organisationId, await contacts.markDoNotContact(tx, by, mark))

/** Among a campaign's waiting households: docs/product.md#contact-pressure. */
export async function findOftenContacted(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
): Promise<recipients.RemovalReasons> {
  const since = daysOn(londonDay(new Date()), -RECENT_DAYS)
  const references = await contactedOften(tx, campaign, { since, messages: MANY_MESSAGES })
  const why = `It had ${MANY_MESSAGES} or more messages in the last ${RECENT_DAYS} days.`
  return new Map(references.map((reference) => [reference, why]))
}

/** Removes often contacted households from a prepared list. */
export const createLeaveOutOftenContacted =
  ({ database, queue, audit }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      allow('leave-out', campaign)
      const changed = await removeRecipients(queue, tx, campaign, await findOftenContacted(tx, campaign))
      const removed = changed.removedCount - campaign.removedCount
      if (removed > 0)
        await audit.recordIn(tx, person, 'left_out', `${describeCampaign(campaign)}, contacted often`, removed)
      return changed
    })
