import type { CampaignDetail } from '#contract/campaigns/campaigns'
import type { Channel } from '#contract/households/channels'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'
import { figure } from '../../../../lib/counts'
import { momentWord } from '../wording'
import type { BadgeTone } from '../../../../ui/badge/Badge'

interface StateWords {
  readonly label: string
  readonly meaning: (channel: Channel) => string
  readonly tone: BadgeTone
}

const byChannel = (text: string, letter: string) => (channel: Channel) => (channel === 'sms' ? text : letter)

export const RECIPIENT_STATE_WORDS: Readonly<Record<RecipientState, StateWords>> = {
  prepared: { label: 'Prepared', meaning: () => 'The message is ready and has not been sent.', tone: 'neutral' },
  sending: {
    label: 'Sending',
    meaning: byChannel('On its way; the phone network has not answered yet.', 'With the printer; not posted yet.'),
    tone: 'accent',
  },
  delivered: {
    label: 'Delivered',
    meaning: byChannel('It reached the phone.', 'It was printed and posted.'),
    tone: 'green',
  },
  temporary_failure: {
    label: 'Temporary failure',
    meaning: () => 'The phone was off or out of reach. It can be sent again.',
    tone: 'yellow',
  },
  permanent_failure: {
    label: 'Permanent failure',
    meaning: byChannel(
      'The number does not exist or takes no texts.',
      'It is not known whether it was posted, so it is not sent again.',
    ),
    tone: 'red',
  },
  technical_failure: {
    label: 'Technical failure',
    meaning: () => 'A fault on the way. It can be sent again.',
    tone: 'red',
  },
  returned: { label: 'Returned', meaning: () => 'The letter came back.', tone: 'red' },
  cannot_be_contacted: {
    label: 'Cannot be contacted',
    meaning: () => 'Something that the message needs is missing. It was not sent.',
    tone: 'yellow',
  },
  removed: { label: 'Removed', meaning: () => 'Taken out after the review. It was not sent.', tone: 'neutral' },
  held_out: {
    label: 'Held out',
    meaning: () => 'Drawn to get no message, so that the others can be compared with it.',
    tone: 'neutral',
  },
}

export interface StateCount {
  readonly state: RecipientState
  readonly count: number
  /** The share of all households, 0 to 1. */
  readonly share: number
}

/** Non-empty states, in the order of a message's progress. */
export function listStateCounts({ recipients }: Pick<CampaignDetail, 'recipients'>): readonly StateCount[] {
  const all = RECIPIENT_STATES.reduce((sum, state) => sum + recipients[state], 0)
  return RECIPIENT_STATES.filter((state) => recipients[state] > 0).map((state) => ({
    state,
    count: recipients[state],
    share: recipients[state] / all,
  }))
}

/** `done` of `total`, in words; null when idle. */
export function describeWork(campaign: CampaignDetail): { words: string; done: number; total: number } | null {
  const { phase, channel, prepared_count, frozen_count, letters_made, number_of_recipients, recipients } = campaign
  const figures = (done: number, total: number) => `${figure(done)} of ${figure(total)}`
  if (phase === 'preparing') {
    const isMakingLetters = channel === 'print_and_post' && prepared_count >= frozen_count
    return isMakingLetters
      ? { words: `${figures(letters_made, frozen_count)} letters made`, done: letters_made, total: frozen_count }
      : { words: `Preparing ${figures(prepared_count, frozen_count)}`, done: prepared_count, total: frozen_count }
  }
  if (phase !== 'sending' && phase !== 'paused') return null
  const sent = Math.max(0, number_of_recipients - recipients.prepared)
  const from = campaign.starts_at === null ? null : `Goes out from ${momentWord(campaign.starts_at)}`
  if (phase === 'sending' && from !== null) return { words: from, done: sent, total: number_of_recipients }
  const verb = phase === 'sending' ? 'Sending' : 'Paused after'
  const delivered = recipients.delivered > 0 ? `, delivered ${figure(recipients.delivered)}` : ''
  return {
    words: `${verb} ${figures(sent, number_of_recipients)}${delivered}`,
    done: sent,
    total: number_of_recipients,
  }
}

/** Whether figures may change: receipts come after the last message. */
export const isLive = ({ phase, status, recipients }: CampaignDetail): boolean =>
  phase === 'preparing' || phase === 'sending' || (status === 'Complete' && recipients.sending > 0)
