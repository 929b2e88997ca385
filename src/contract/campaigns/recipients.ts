import { z } from 'zod'
import { endpoint } from '../endpoint'
import { BENEFIT_NAMES } from '../households/benefits'
import { CHANNELS } from '../households/channels'
import { namedValueSchema } from '../households/namedValues'
import { REPLIES } from './replyWords'

/** 32-bit. */
export const campaignIdSchema = z.object({ campaign_id: z.coerce.number().int().positive().max(2_147_483_647) })

/**
 * `cannot_be_contacted`: data is missing. `removed`: contact changed, do-not-contact, or claiming since review.
 * `held_out`: for comparison. None is ever sent.
 */
export const RECIPIENT_STATES = [
  'prepared',
  'sending',
  'delivered',
  'temporary_failure',
  'permanent_failure',
  'technical_failure',
  'returned',
  'cannot_be_contacted',
  'removed',
  'held_out',
] as const
export const recipientStateSchema = z.enum(RECIPIENT_STATES)
export type RecipientState = z.infer<typeof recipientStateSchema>

export const RECIPIENTS_A_PAGE = 50

const recipientSchema = z.object({
  household_reference: z.string(),
  state: recipientStateSchema,
  reason: z.string().nullable(),
  /** Null: since when a household is do-not-contact, for a Viewer. */
  updated_at: z.iso.datetime().nullable(),
})
export type Recipient = z.infer<typeof recipientSchema>

/** Never a name, number or address. */
export const getCampaignRecipients = endpoint({
  name: 'getCampaignRecipients',
  method: 'GET',
  path: '/api/campaign-recipients',
  summary: 'The recipients of a campaign, a page at a time.',
  query: campaignIdSchema.extend({
    state: recipientStateSchema.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  reply: z.object({
    total: z.number().int(),
    /** Not listed, nor in the total. */
    erased: z.number().int(),
    recipients: z.array(recipientSchema),
  }),
})

/** Audited: names, numbers and messages. For super administrators. */
export const getCampaignReviewList = endpoint({
  name: 'getCampaignReviewList',
  isCostly: true,
  method: 'GET',
  path: '/api/campaign-review-list',
  summary: 'The whole list of a prepared campaign to review, as CSV.',
  query: campaignIdSchema,
  reply: z.string(),
  produces: 'csv',
})

/** What one household was sent, for its file; moments are ISO 8601. */
export const householdCampaignSchema = z.object({
  id: z.number(),
  name: z.string(),
  benefit_name: z.enum(BENEFIT_NAMES),
  channel: z.enum(CHANNELS),
  state: z.enum(RECIPIENT_STATES),
  reason: z.string().nullable(),
  sent_at: z.string().nullable(),
  reply: z.enum(REPLIES).nullable(),
  sent_to: z.string().nullable(),
  /** As sent; null for letters, and once cleared. */
  text: z.string().nullable(),
  /** Empty once cleared. */
  values: z.array(namedValueSchema),
})
export type HouseholdCampaign = z.infer<typeof householdCampaignSchema>
