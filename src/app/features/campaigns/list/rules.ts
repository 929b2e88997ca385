/** What a campaign of the list lets people do. Pure. */
import type { ListedCampaign } from '#contract/campaigns'

/** Whether its row leads to the campaign report. */
export const hasReport = ({ benefit_name, status }: Pick<ListedCampaign, 'benefit_name' | 'status'>): boolean =>
  benefit_name === 'pension_credit' && status === 'Complete'

/** Where a campaign's report is. */
export const reportPath = (id: number): string => `/campaigns/${id}`

/** Where a campaign's delivery is told: its own address, and beside its report where it has one. */
export const detailsPath = (campaign: Pick<ListedCampaign, 'id' | 'benefit_name' | 'status'>): string =>
  hasReport(campaign) ? `${reportPath(campaign.id)}?show=delivery` : reportPath(campaign.id)

/**
 * The word on the button of the Review & Send column; `null` where there is none. Texts have it while they are
 * `sent to api`, letters once their print pack is ready; neither has it any more once it was run.
 */
export function actOf({ channel, status, phase, reviewed }: ListedCampaign): 'Review' | 'Send' | 'Print & Post' | null {
  if (phase !== 'prepared') return null
  if (channel === 'print_and_post') return status === 'Awaiting approval' ? 'Print & Post' : null
  if (status !== 'sent to api') return null
  return reviewed ? 'Send' : 'Review'
}

/** Whether it can still be cancelled: in any state before it is run. */
export const canBeCancelled = ({ phase }: ListedCampaign): boolean => phase === 'preparing' || phase === 'prepared'

/** Whether it is over, so that the list may let it go. */
export const canBeArchived = ({ status }: ListedCampaign): boolean => status === 'Complete' || status === 'cancelled'
