import type { Campaign } from '#contract/campaigns'
import { exportCampaignSummary } from '#contract/report'
import { call } from '../../../api/call'
import { messageOf } from '../../../api/errors'
import { openInTab } from '../../../lib/openInTab'
import { notify } from '../../../ui/notify/notify'

/** P2 §7. */
const EXPORTED = 'Success! Please check your downloads folder'

/** Whether there is something to export: pension credit's summary (P2 §9). */
export const hasExport = ({ benefit_name }: Pick<Campaign, 'benefit_name'>): boolean => benefit_name === 'pension_credit'

/**
 * Exports a campaign in a tab of its own. Says what came of it; never throws. Call it from the click.
 */
export async function exportCampaign({ id }: Pick<Campaign, 'id'>): Promise<void> {
  try {
    await openInTab(async () => (await call(exportCampaignSummary, { body: { id } })).url)
    await notify.success(EXPORTED, 'campaigns')
  } catch (error) {
    await notify.error(messageOf(error), 'campaigns')
  }
}
