import type { CampaignStatus } from '#contract/campaigns/campaigns'
import { Badge, type BadgeTone } from '../../../ui/badge/Badge'

const TONES: Readonly<Record<CampaignStatus, BadgeTone>> = {
  'Awaiting approval': 'red',
  Complete: 'green',
  archived: 'purple',
  cancelled: 'red',
  'sent to api': 'yellow',
}

/** A campaign's status (docs/product.md#campaign-list). */
export const StatusBadge = ({ status }: { status: CampaignStatus }) => <Badge tone={TONES[status]}>{status}</Badge>
