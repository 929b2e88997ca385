import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { MoveDependencies } from './dependencies'
import { requireBasis } from './lawfulBasis'
import { allow, describeCampaign } from './present'
import * as repo from './repo'
import { withLockedCampaign } from './withCampaign'

/** @throws Fault 409 */
export const refuseEmptyCampaign = () =>
  conflict(
    'None of the households of this campaign can be contacted. Cancel it and choose other households.',
    'nobody_left',
  )

/** @returns notes that the list was reviewed. Idempotent. Throws Fault 404; 409 naming the state, like every move */
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
