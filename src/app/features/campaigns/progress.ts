import type { ListedCampaign } from '#contract/campaigns'
import { figure } from '../../lib/counts'

/** Whether the server is working on it, so that polling is worthwhile. */
export const isMoving = ({ phase }: Pick<ListedCampaign, 'phase'>): boolean =>
  phase === 'preparing' || phase === 'sending'

/** 'Preparing 12,000 of 40,000', 'Sending', 'Paused'; `null` when idle. */
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
