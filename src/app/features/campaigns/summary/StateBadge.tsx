import type { RecipientState } from '#contract/campaigns'
import { Badge } from '../../../ui/badge/Badge'
import { STATE_WORDS } from './states'

/** The state of a household's message. */
export const StateBadge = ({ state }: { state: RecipientState }) => (
  <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
)
