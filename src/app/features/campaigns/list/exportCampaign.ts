import type { Campaign } from '#contract/campaigns'
import { exportHouseholdReferences } from '#contract/campaignExports'
import { exportCampaignSummary } from '#contract/report'
import { call } from '../../../api/call'
import { withRetries } from '../../../api/retry'
import { openInTab } from '../../../lib/openInTab'

/**
 * Exports a campaign in a tab of its own: pension credit's summary, the others' household references. Call it from the
 * press handler.
 * @throws what `call` throws.
 */
export const exportCampaign = ({ id, benefit_name }: Pick<Campaign, 'id' | 'benefit_name'>): Promise<void> =>
  openInTab(async () => {
    const { url } = await withRetries(() =>
      benefit_name === 'pension_credit'
        ? call(exportCampaignSummary, { body: { id } })
        : call(exportHouseholdReferences, { query: { campaign_id: id } }),
    )
    return url
  })
