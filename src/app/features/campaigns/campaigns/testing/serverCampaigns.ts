/** Campaigns as the server sends them, for tests. */
import { type CampaignDetail, type ListedCampaign } from '#contract/campaigns/campaigns'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'

/** A text campaign that waits for its review. */
export const aCampaign = (part: Partial<ListedCampaign> = {}): ListedCampaign => ({
  id: 1,
  name: 'Warm homes',
  benefit_name: 'attendance_allowance',
  channel: 'sms',
  snapshot: '2026-10-01',
  status: 'sent to api',
  number_of_recipients: 1204,
  is_rounded: false,
  created_by: 'Ada Lovell',
  reviewed: false,
  date_sent: null,
  phase: 'prepared',
  prepared_count: 1210,
  frozen_count: 1210,
  letters_made: 0,
  sent_count: 0,
  delivered_count: 0,
  starts_at: null,
  has_begun: false,
  is_own: false,
  cancelled_as: null,
  review_comment: null,
  ...part,
})

export const COMPLETE = {
  status: 'Complete',
  phase: 'finished',
  reviewed: true,
  date_sent: '2026-11-02T09:30:00.000Z',
} as const

export const aDetail = (
  part: Partial<Omit<CampaignDetail, 'recipients'>> & { recipients?: Partial<Record<RecipientState, number>> } = {},
): CampaignDetail => {
  const { recipients = { prepared: 1204, cannot_be_contacted: 6 }, ...rest } = part
  return {
    ...aCampaign(),
    problem: null,
    recipients_hash: '3f6c1b2a9d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789abcd',
    removed_since_review: 0,
    removals: [],
    often_contacted_count: 0,
    one_text_per_number: false,
    shared_numbers: null,
    web_alone_count: 0,
    other_benefits: [],
    hold_out: null,
    lawful_basis: null,
    texts: [],
    letters: [],
    link_id: null,
    translation: null,
    linked: [],
    missed_count: 0,
    late_receipts: 0,
    cost: null,
    budget: null,
    replies: [],
    letter_looks: null,
    ...rest,
    // An entry for each state there is.
    recipients: Object.fromEntries(RECIPIENT_STATES.map((state) => [state, recipients[state] ?? 0])) as Record<
      RecipientState,
      number
    >,
  }
}
