/** How numbers of messages read. Pure. */
import type { Channel } from '#contract/campaigns'
import { countOf } from '../../lib/counts'

/** What a campaign sends: '1 text message', '1,204 letters'. */
export const messagesWord = (count: number, channel: Channel): string =>
  countOf(count, channel === 'sms' ? 'text message' : 'letter')
