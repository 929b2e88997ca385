import type { ListedCampaign } from '#contract/campaigns/campaigns'

/** Whether its row links to a report. */
export const hasReport = ({ benefit_name, status }: Pick<ListedCampaign, 'benefit_name' | 'status'>): boolean =>
  benefit_name === 'pension_credit' && status === 'Complete'

/** A campaign's report. */
export const reportPath = (id: number): string => `/campaigns/${id}`

/** Its own page, or a view of its report. */
export const detailsPath = (campaign: Pick<ListedCampaign, 'id' | 'benefit_name' | 'status'>): string =>
  hasReport(campaign) ? `${reportPath(campaign.id)}?show=delivery` : reportPath(campaign.id)

/** Review & Send, if any. */
export function findRowAct({
  channel,
  status,
  phase,
  reviewed,
}: ListedCampaign): 'Review' | 'Send' | 'Print & Post' | null {
  if (phase !== 'prepared') return null
  if (channel === 'print_and_post') return status === 'Awaiting approval' ? 'Print & Post' : null
  if (status !== 'sent to api') return null
  return reviewed ? 'Send' : 'Review'
}

/** Until its first message is handed over. */
export const canBeCancelled = ({ phase, has_begun: hasBegun }: ListedCampaign): boolean =>
  phase !== 'finished' && !hasBegun

/** One's own, until reviewed. */
export const canBeWithdrawn = ({ phase, reviewed, is_own: isOwn }: ListedCampaign): boolean =>
  isOwn && !reviewed && (phase === 'preparing' || phase === 'prepared')

/** While sending or waiting for its start. */
export const canBePaused = ({ phase }: ListedCampaign): boolean => phase === 'sending'

/** After its run, before its first message. */
export const canChangeStart = ({ phase, starts_at }: ListedCampaign): boolean =>
  phase === 'sending' && starts_at !== null

/** Whether it is over and can be archived. */
export const canBeArchived = ({ status }: ListedCampaign): boolean => status === 'Complete' || status === 'cancelled'
