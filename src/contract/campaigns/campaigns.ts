import { z } from 'zod'
import { benefitNameSchema, type BenefitName } from '../households/benefits'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { CHANNELS, channelSchema } from '../households/channels'
import { REPLIES } from './replyWords'
import { estimateBasisSchema, estimateRangeSchema } from '../households/estimates'
import { filterRequestSchema } from '../households/filters'
import { HOLD_OUT_MONTHS, HOLD_OUT_PERCENTAGES, holdOutSchema, USUAL_HOLD_OUT_MONTHS } from './holdOuts'
import { lawfulBasisSchema } from './lawfulBases'
import { TRANSLATED_FOR } from './languages'
import { languageSchema } from '../households/languages'
import { campaignBudgetSchema, campaignCostSchema, postageSchema, reachSchema } from './messageCosts'
import { campaignIdSchema, recipientStateSchema } from './recipients'
import { recordsDay } from '../recordsDay'
import { sharedNumbersSchema } from './sharedNumbers'
import { escapeAngleBrackets, typedLength, unescapeAngleBrackets } from '../sanitise'

export const IMPACT_THEMES = {
  'pension-credit': 'pension_credit',
  'attendance-allowance': 'attendance_allowance',
  'healthy-start': 'healthy_start',
  'free-school-meals': 'free_school_meals',
} as const satisfies Record<string, BenefitName>
export type ImpactTheme = keyof typeof IMPACT_THEMES

/** docs/product.md#campaign-statuses; drafts exist only on the device. */
export const CAMPAIGN_STATUSES = ['Awaiting approval', 'sent to api', 'Complete', 'archived', 'cancelled'] as const
const campaignStatusSchema = z.enum(CAMPAIGN_STATUSES)
export type CampaignStatus = z.infer<typeof campaignStatusSchema>

export const CANCELLED_AS = ['cancelled', 'withdrawn', 'sent_back'] as const
export type CancelledAs = (typeof CANCELLED_AS)[number]

/** `prepared` awaits review or run; `paused` has a `problem`; `finished`: Complete, cancelled or archived. */
const CAMPAIGN_PHASES = ['preparing', 'prepared', 'sending', 'paused', 'finished'] as const
export type CampaignPhase = (typeof CAMPAIGN_PHASES)[number]

/** Before escaping. */
export const CAMPAIGN_NAME_LIMIT = 200

const CAMPAIGN_NAME_TOO_LONG = `A campaign's name cannot exceed ${CAMPAIGN_NAME_LIMIT} characters.`

/** Escapes a name once, whether or not the app has. */
const campaignNameSchema = text(CAMPAIGN_NAME_LIMIT * 20, CAMPAIGN_NAME_TOO_LONG)
  .trim()
  .min(1, 'Enter a name for the campaign.')
  .refine((name) => typedLength(name) <= CAMPAIGN_NAME_LIMIT, CAMPAIGN_NAME_TOO_LONG)
  .overwrite((name) => escapeAngleBrackets(unescapeAngleBrackets(name)))

/** Letters only: skips households that texts can reach. */
const withoutMobile = z.boolean().optional()

/** Digitally excluded households get a letter: texts skip them, letters to those without a mobile include them. */
const excludedByLetter = z.boolean().optional()

/** Texts only: of households that share a number, only the first by reference is sent to. */
const oneTextPerNumber = z.boolean().optional()

/** Months without contact by any campaign; 0: no limit. */
const stagger = z.number().int().min(0).max(24)

export const campaignSchema = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  benefit_name: benefitNameSchema,
  channel: z.enum(CHANNELS),
  snapshot: z.iso.date(),
  status: campaignStatusSchema,
  /** Never rises. */
  number_of_recipients: z.number().int(),
  /** Counts are to the nearest 10: the role may not see the list. */
  is_rounded: z.boolean().default(false),
  created_by: z.string(),
  reviewed: z.boolean(),
  /** When the provider had accepted every message. */
  date_sent: z.iso.datetime().nullable(),
  phase: z.enum(CAMPAIGN_PHASES),
})
export type Campaign = z.infer<typeof campaignSchema>

const listedCampaignSchema = campaignSchema.extend({
  prepared_count: z.number().int(),
  frozen_count: z.number().int(),
  letters_made: z.number().int(),
  /** Accepted by GOV.UK Notify, and delivered. */
  sent_count: z.number().int(),
  delivered_count: z.number().int(),
  /** Set while it waits for its start or the sending hours. */
  starts_at: z.iso.datetime().nullable(),
  /** May have handed over a message: can no longer be cancelled. */
  has_begun: z.boolean().default(false),
  is_own: z.boolean().default(false),
  /** Null: not cancelled, or not noted. */
  cancelled_as: z.enum(CANCELLED_AS).nullable().default(null),
  review_comment: z.string().nullable().default(null),
})
export type ListedCampaign = z.infer<typeof listedCampaignSchema>

export const getAllCampaigns = endpoint({
  name: 'getAllCampaigns',
  method: 'GET',
  path: '/api/all-campaigns',
  summary: "The organisation's campaigns, newest first.",
  reply: z.array(listedCampaignSchema),
})

/** Households left after each condition, in order. */
const eligibilityWaterfallSchema = z.object({
  matching_filters: z.number().int(),
  fits_benefit: z.number().int(),
  reachable: z.number().int(),
  not_do_not_contact: z.number().int(),
  not_contacted_recently: z.number().int(),
})

/** Fields are optional so that a missing one is 400 'Missing required fields', not 422. */
export const countEligibleHouseholds = endpoint({
  name: 'countEligibleHouseholds',
  method: 'POST',
  isRead: true,
  path: '/api/eligible-households-with-pii',
  summary: 'How many households a campaign would reach. Never personal data.',
  body: filterRequestSchema.extend({
    new_campaign_details: z
      .object({
        campaign_name: text(CAMPAIGN_NAME_LIMIT * 20).optional(),
        benefit_name: text(100).optional(),
        snapshot: text(100).optional(),
        channel_name: text(100).optional(),
        stagger: stagger.optional(),
        without_mobile: withoutMobile,
        excluded_by_letter: excludedByLetter,
        one_text_per_number: oneTextPerNumber,
      })
      .optional(),
  }),
  reply: z.object({
    eligible_household_count: z.number().int(),
    /** To the nearest 10, at least 10, and the only number: what decides is hidden from the role. */
    is_rounded: z.boolean().default(false),
    waterfall: eligibilityWaterfallSchema.nullable(),
    /** With the other channel; null unless requested. */
    by_channel: reachSchema.nullable().default(null),
    /** Held out by another campaign for the benefit. */
    held_out_count: z.number().int().default(0),
    by_letter_count: z.number().int().default(0),
    same_number_count: z.number().int().default(0),
    /** Among all that meet the conditions; null: letters, or rounded counts. */
    shared_numbers: sharedNumbersSchema.nullable().default(null),
    /** docs/product.md#contact-pressure */
    often_contacted_count: z.number().int().default(0),
    /** At a high risk of digital exclusion; null: hidden from the role. */
    digitally_excluded_count: z.number().int().nullable().default(null),
    /** By preferred language; null: hidden from the role. */
    by_language: z.record(languageSchema, z.number().int()).nullable().default(null),
    /** With a value for `((amount))`: docs/product.md#campaign-preview; null: hidden from the role. */
    with_amount_count: z.number().int().nullable().default(null),
    /** Null: hidden from the role. */
    unclaimed: estimateRangeSchema.extend({ basis: estimateBasisSchema }).nullable().default(null),
  }),
})

export const addCampaign = endpoint({
  name: 'addCampaign',
  method: 'POST',
  path: '/api/add-campaign',
  summary:
    'Sends a campaign for review: freezes its recipients and has their messages prepared. Answers a list of the one made.',
  idempotent: true,
  body: filterRequestSchema.extend({
    campaign_request: z.object({
      campaign_name: campaignNameSchema,
      benefit_name: benefitNameSchema,
      snapshot: recordsDay,
      channel_name: channelSchema,
      stagger,
      without_mobile: withoutMobile,
      excluded_by_letter: excludedByLetter,
      one_text_per_number: oneTextPerNumber,
      /** The campaign that this one completes or reminds of. */
      link_id: text(36).pipe(z.uuid()).optional(),
      hold_out_percentage: z.literal(HOLD_OUT_PERCENTAGES).default(0),
      /** Until the result. */
      hold_out_months: z.literal(HOLD_OUT_MONTHS).default(USUAL_HOLD_OUT_MONTHS),
      /** Default: the organisation's. */
      lawful_basis: lawfulBasisSchema.optional(),
      sms_template_id: z.int32().nullable(),
      template_s3_key: text(1024).nullable(),
      /** On the same channel: docs/product.md#campaign-preview. */
      translation: z
        .object({
          sms_template_id: z.int32().nullable(),
          template_s3_key: text(1024).nullable(),
          translated_for: z.enum(TRANSLATED_FOR),
        })
        .optional(),
      /** Letters only; default: the organisation's. */
      postage: postageSchema.optional(),
    }),
  }),
  reply: z.array(campaignSchema),
})

export const campaignDetailSchema = listedCampaignSchema.extend({
  problem: z.string().nullable(),
  recipients: z.record(recipientStateSchema, z.number().int()),
  /** SHA-256 of the frozen references, with a hold-out also of its seed and arms. Empty if counts are rounded. */
  recipients_hash: z.string(),
  /** What a run would remove, or has removed. */
  removed_since_review: z.number().int(),
  removals: z.array(z.object({ reason: z.string(), households: z.number().int() })),
  often_contacted_count: z.number().int().default(0),
  one_text_per_number: z.boolean().default(false),
  /** Among texts that wait for the run; otherwise null, as with rounded counts. */
  shared_numbers: sharedNumbersSchema.nullable().default(null),
  /** At a high risk of digital exclusion, if the message's only contact is a web address. */
  web_alone_count: z.number().int().default(0),
  /** That its messages name instead of its own: docs/product.md#campaign-preview. */
  other_benefits: z.array(benefitNameSchema).default([]),
  hold_out: holdOutSchema.nullable(),
  /** Null: not recorded. */
  lawful_basis: lawfulBasisSchema.nullable().default(null),
  /** Null: one language. */
  translation: z
    .object({
      language: languageSchema,
      translated_for: z.enum(TRANSLATED_FOR),
      /** Null while messages are being prepared. */
      households: z.number().int().nullable(),
    })
    .nullable()
    .default(null),
  /** In each language, with placeholders: never personal data. */
  texts: z.array(z.string()).default([]),
  /** Before the run: PDFs for an invented household, valid for minutes. */
  letters: z.array(z.string()).default([]),
  /** For `addCampaign` of a completing campaign. */
  link_id: z.uuid().nullable().default(null),
  linked: z.array(z.object({ id: z.number().int(), name: z.string(), channel: z.enum(CHANNELS) })),
  missed_count: z.number().int(),
  /** Reported by GOV.UK Notify after the campaign was cancelled. */
  late_receipts: z.number().int().default(0),
  /** What the messages sent or waiting cost; null while preparing. */
  cost: campaignCostSchema.nullable(),
  /** Before the run; null: no budget. */
  budget: campaignBudgetSchema.nullable().default(null),
  replies: z.array(z.object({ reply: z.enum(REPLIES), households: z.number().int() })).default([]),
  /** docs/product.md#is-this-letter-genuine */
  letter_looks: z
    .union([z.number().int(), z.literal('*')])
    .nullable()
    .default(null),
})
export type CampaignDetail = z.infer<typeof campaignDetailSchema>

export const getCampaign = endpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/api/campaign',
  summary: 'One campaign with the delivery states of its recipients.',
  query: campaignIdSchema,
  reply: campaignDetailSchema,
})
