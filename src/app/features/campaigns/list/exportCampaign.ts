import type { Campaign } from '#contract/campaigns'
import { exportHouseholdReferences } from '#contract/campaignExports'
import { exportCampaignSummary } from '#contract/report'
import { call } from '../../../api/call'
import { messageOf } from '../../../api/errors'
import { openInTab } from '../../../lib/openInTab'
import { notify } from '../../../ui/notify/notify'

/** P2 §7. */
const EXPORTED = 'Success! Please check your downloads folder'

/**
 * Exports a campaign in a tab of its own: pension credit's summary, the others' household references (P2 §9). Says
 * what came of it; never throws. Call it from the click.
 */
export async function exportCampaign({ id, benefit_name }: Pick<Campaign, 'id' | 'benefit_name'>): Promise<void> {
  const asked = () =>
    benefit_name === 'pension_credit'
      ? call(exportCampaignSummary, { body: { id } })
      : call(exportHouseholdReferences, { query: { campaign_id: id } })
  try {
    await openInTab(async () => (await asked()).url)
    await notify.success(EXPORTED, 'campaigns')
  } catch (error) {
    await notify.error(messageOf(error), 'campaigns')
  }
}
