import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { MoveDependencies } from './dependencies'
import { describeCampaign } from './present'
import * as repo from './repo'
import { withLockedCampaign } from './withCampaign'

/** @returns lets other campaigns write to the households that a campaign holds out */
export const createReleaseHoldOut =
  ({ database, audit, now }: MoveDependencies) =>
  (person: Person, id: number): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      if (campaign.holdOutPercentage === 0) {
        throw conflict('This campaign holds no households out.', 'no_hold_out')
      }
      if (campaign.holdOutReleasedAt !== null) return campaign
      await audit.recordIn(tx, person, 'hold_out_released', describeCampaign(campaign), campaign.heldOutCount)
      return repo.changeCampaign(tx, id, { holdOutReleasedAt: now() })
    })
