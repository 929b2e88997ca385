import type { CampaignStatus } from '#contract/campaigns'
import { Badge, type BadgeTone } from '../../ui/badge/Badge'

/** P2 §4. */
const TONES: Readonly<Record<CampaignStatus, BadgeTone>> = {
  'Awaiting approval': 'red',
  Complete: 'green',
  archived: 'purple',
  cancelled: 'red',
  'sent to api': 'yellow',
}

/** A campaign's status, in the specification's words and colours. */
export const StatusBadge = ({ status }: { status: CampaignStatus }) => <Badge tone={TONES[status]}>{status}</Badge>
