import type { ListedCampaign } from '#contract/campaigns/campaigns'

/** Whether its row links to the campaign report. */
export const hasReport = ({ benefit_name, status }: Pick<ListedCampaign, 'benefit_name' | 'status'>): boolean =>
  benefit_name === 'pension_credit' && status === 'Complete'

/** A campaign's report. */
export const reportPath = (id: number): string => `/campaigns/${id}`

/** A campaign's delivery: its own page, or a view of its report. */
export const detailsPath = (campaign: Pick<ListedCampaign, 'id' | 'benefit_name' | 'status'>): string =>
  hasReport(campaign) ? `${reportPath(campaign.id)}?show=delivery` : reportPath(campaign.id)

/** The Review & Send button, if any. */
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

/** Whether it can be cancelled: until it is run. */
export const canBeCancelled = ({ phase }: ListedCampaign): boolean => phase === 'preparing' || phase === 'prepared'

/** Whether it can be paused: while sending or waiting for its start. */
export const canBePaused = ({ phase }: ListedCampaign): boolean => phase === 'sending'

/** Whether it was run and has not begun to go out. */
export const canChangeStart = ({ phase, starts_at }: ListedCampaign): boolean =>
  phase === 'sending' && starts_at !== null

/** Whether it is over and can be archived. */
export const canBeArchived = ({ status }: ListedCampaign): boolean => status === 'Complete' || status === 'cancelled'
