import { z } from 'zod'
import { CHANNELS } from '../households/channels'
import { campaignIdSchema } from '../campaigns/recipients'
import { endpoint } from '../endpoint'
import { lawfulBasisSchema } from '../campaigns/lawfulBases'

/** Households not claiming before, and those claiming in the compared snapshot. */
const claimRateSchema = z.object({ households: z.number().int(), claiming: z.number().int() })
export type ClaimRate = z.infer<typeof claimRateSchema>

const intervalSchema = z.object({ value: z.number(), low: z.number(), high: z.number() })
export type Estimate = z.infer<typeof intervalSchema>

const armSchema = claimRateSchema.extend({
  /** Percent, with Wilson's interval of 95%. */
  rate: intervalSchema,
})
export type Arm = z.infer<typeof armSchema>

/** Intervals are of 95%. */
const armRatesSchema = z.object({ contacted: armSchema, held_out: armSchema })
export type ArmRates = z.infer<typeof armRatesSchema>

const lookSchema = armRatesSchema.extend({
  /** After sending: 3 or 6. */
  months: z.number().int(),
  /** The nearest, at most 31 days off. */
  snapshot: z.iso.date(),
  /** Held-out households that a campaign for the benefit wrote to before. */
  held_out_written_to: z.number().int(),
})
export type ImpactLook = z.infer<typeof lookSchema>

const outcomeSchema = lookSchema.extend({
  /** Percentage points, with Newcombe's interval. */
  difference: intervalSchema,
  additional_claims: intervalSchema,
  /** Pounds a year, with Welch's interval. Null: an arm has too few claims to value. */
  additional_value: intervalSchema.nullable(),
  /** False: the interval of the difference includes zero. */
  is_distinguishable: z.boolean(),
  /** Distinguishable, but so narrowly that the figures are likely too large. */
  is_only_just: z.boolean(),
})
export type ImpactOutcome = z.infer<typeof outcomeSchema>

export const impactSchema = z.object({
  hold_out_percentage: z.number().int(),
  /** From sending to the outcome. */
  hold_out_months: z.number().int(),
  /** By arm as drawn, and how many left the data, were erased or could not be sent to. */
  planned: z.object({ contacted: z.number().int(), held_out: z.number().int() }),
  lost: z.object({ contacted: z.number().int(), held_out: z.number().int() }),
  /** One arm lost more than chance explains: the figures cannot be trusted. */
  has_sample_ratio_mismatch: z.boolean(),
  /** Rates without a verdict. Null: too early, or no snapshot is near. */
  early_look: lookSchema.nullable(),
  /** Null: before its months are over, or no snapshot is near. */
  outcome: outcomeSchema.nullable(),
  /** Each conclusive snapshot up to the outcome's. */
  by_month: z.array(z.object({ snapshot: z.iso.date(), contacted: claimRateSchema, held_out: claimRateSchema })),
  /** Null: not known. */
  held_out_until: z.iso.date().nullable(),
  /** Null: not sent, or none is taken. */
  early_look_on: z.iso.date().nullable(),
  /** Null: not sent. */
  outcome_on: z.iso.date().nullable(),
  /** No data yet for the outcome's month. */
  is_too_early: z.boolean(),
  method: z.string(),
})
export type Impact = z.infer<typeof impactSchema>

/** Figures are null, never zero, while `comparison.awaiting_data`. */
export const pensionCreditReportSchema = z.object({
  campaign_details: z.object({
    id: z.number().int(),
    name: z.string(),
    /** MMYY. */
    snapshot: z.string().regex(/^(0[1-9]|1[0-2])\d{2}$/),
    date_sent: z.iso.datetime().nullable(),
    channel: z.enum(CHANNELS),
    number_of_recipients: z.number().int(),
    /** Null: not recorded. */
    lawful_basis: lawfulBasisSchema.nullable().default(null),
  }),
  campaign_impact: z.object({
    number_of_households_claiming: z.number().int().nullable(),
    /** Null also if carers are hidden from the role. */
    number_of_carer_households: z.number().int().nullable(),
    /** Pounds a year. */
    annual_value: z.number().nullable(),
    /** Pounds, over `lifetime_years`. */
    lifetime_value: z.number().nullable(),
  }),
  graph_details: z.object({
    title: z.string(),
    categorical_label: z.string(),
    value_label: z.string(),
    /** One bar a month, zeros included. */
    data: z.array(z.object({ group: z.string(), value: z.number() })),
  }),
  /** Null without a hold-out. */
  impact: impactSchema.nullable(),
  comparison: z.object({
    awaiting_data: z.boolean(),
    campaign_snapshot: z.iso.date(),
    /** The last up to sending; those claiming in it are not counted. Null: not sent. */
    baseline_snapshot: z.iso.date().nullable(),
    /** 28 days after sending; null: not sent. */
    told_from: z.iso.date().nullable(),
    /** The latest up to the close date. */
    compared_snapshot: z.iso.date().nullable(),
    /** Six months after sending; null: not sent. */
    close_date: z.iso.date().nullable(),
    /** Accepted by the provider. */
    contacted_households: z.number().int(),
    lifetime_years: z.number(),
    /** Pounds; empty while awaiting data. */
    lifetime_range: z.array(z.object({ years: z.number(), value: z.number() })),
    annual_method: z.string(),
    /** Names the source of the years. */
    lifetime_method: z.string(),
    cause: z.string(),
    /** Null while awaiting data. */
    rates: z
      .object({
        contacted: claimRateSchema,
        /** All other eligible households without a Pension Credit campaign: not comparable. */
        not_contacted: claimRateSchema,
      })
      .nullable(),
  }),
})
export type PensionCreditReport = z.infer<typeof pensionCreditReportSchema>

/** Whether carers are not hidden from the role. */
export const tellsCarers = ({ campaign_impact: impact }: Pick<PensionCreditReport, 'campaign_impact'>): boolean =>
  impact.number_of_carer_households !== null || impact.number_of_households_claiming === null

const byId = z.object({ id: campaignIdSchema.shape.campaign_id })

export const getPensionCreditReport = endpoint({
  name: 'getPensionCreditReport',
  method: 'POST',
  isRead: true,
  path: '/api/pension-credit-campaign-summary',
  summary: 'What a pension credit campaign came to. Of another type: 409.',
  body: byId,
  reply: pensionCreditReportSchema,
})

export const exportCampaignSummary = endpoint({
  name: 'exportCampaignSummary',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/campaign-summary-csv',
  summary: "An address, good for five minutes, of a pension credit campaign's report as CSV. Of another type: 409.",
  body: byId,
  reply: z.object({ url: z.string().min(1) }),
})

/** With small numbers hidden: docs/product.md#small-numbers. */
export const exportCampaignReport = endpoint({
  name: 'exportCampaignReport',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/campaign-report-pdf',
  summary: "An address, good for five minutes, of a pension credit campaign's report as PDF. Of another type: 409.",
  body: byId,
  reply: z.object({ url: z.string().min(1) }),
})
