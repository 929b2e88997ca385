import type { Person } from '../../../http/person'
import type { MoveDependencies } from './dependencies'
import { SEND_CAMPAIGN } from './jobs'
import { allow, createWork, describeCampaign } from './present'
import * as repo from './repo'
import type { Starts } from './start'
import { withLockedCampaign } from './withCampaign'

/**
 * @returns sets when a campaign that has not started goes out; null for as soon as possible. Throws Fault 409 or 422
 */
export const createChangeStart =
  ({ database, queue, audit, starts }: MoveDependencies & { readonly starts: Starts }) =>
  (person: Person, id: number, startAt: Date | null): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      allow('start', campaign)
      if (campaign.startAt?.getTime() === startAt?.getTime()) return campaign
      await starts.requireNotStarted(tx, campaign)
      if (startAt) await starts.requireStart(tx, campaign.organisationId, startAt)
      await queue.send(tx, SEND_CAMPAIGN, createWork(campaign))
      await audit.recordIn(tx, person, 'start_changed', describeCampaign(campaign))
      return repo.changeCampaign(tx, id, { startAt })
    })
