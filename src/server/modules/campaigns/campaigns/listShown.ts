import { filterRequestSchema } from '#contract/households/filters'
import type { Tx } from '../../../db/engine'
import { requireShown, type RoleNeedToKnow } from '../../households/need-to-know/service'
import { columnsTold } from './eligibility'
import { filtersOf, type CampaignRow } from './repo'

/** @throws Fault 409 where the list of a campaign reveals what is hidden from the role */
export async function requireListShown(tx: Tx, own: RoleNeedToKnow, campaign: CampaignRow): Promise<void> {
  const told = columnsTold(campaign, filterRequestSchema.parse(await filtersOf(tx, campaign.id)))
  requireShown(own, told, 'Which households this campaign is for')
}
