/** What goes on with a campaign between its statuses, in words. Pure. */
import type { ListedCampaign } from '#contract/campaigns'
import { figure } from '../../lib/counts'

/** Whether the server is at work on it, so that it is worth asking again. */
export const isMoving = ({ phase }: Pick<ListedCampaign, 'phase'>): boolean =>
  phase === 'preparing' || phase === 'sending'

/** 'Preparing 12,000 of 40,000', 'Sending', 'Paused'; `null` when nothing goes on. */
export function progressOf({ phase, prepared_count, frozen_count }: ListedCampaign): string | null {
  switch (phase) {
    case 'preparing':
      return `Preparing ${figure(prepared_count)} of ${figure(frozen_count)}`
    case 'sending':
      return 'Sending'
    case 'paused':
      return 'Paused'
    default:
      return null
  }
}
