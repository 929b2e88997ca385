import { z } from 'zod'
import { campaignQuery, CHANNELS } from './campaigns'
import { endpoint } from './endpoint'

/**
 * What a pension credit campaign came to. Where there is nothing to compare with yet, its
 * figures are `null`, its graph has no data and `comparison.awaiting_data` is true: never zero.
 */
export const pensionCreditReportSchema = z.object({
  campaign_details: z.object({
    id: z.number().int(),
    name: z.string(),
    /** The month of the campaign's snapshot as MMYY: October 2026 is 1026. */
    snapshot: z.string().regex(/^(0[1-9]|1[0-2])\d{2}$/),
    date_sent: z.iso.datetime().nullable(),
    channel: z.enum(CHANNELS),
    number_of_recipients: z.number().int(),
  }),
  campaign_impact: z.object({
    number_of_households_claiming: z.number().int().nullable(),
    number_of_carer_households: z.number().int().nullable(),
    /** Pounds a year. */
    annual_value: z.number().nullable(),
    /** Pounds. */
    lifetime_value: z.number().nullable(),
  }),
  graph_details: z.object({
    title: z.string(),
    categorical_label: z.string(),
    value_label: z.string(),
    /** A bar a month, in order; one of zero is a month in which nobody began to claim. */
    data: z.array(z.object({ group: z.string(), value: z.number() })),
  }),
  /** What the figures were made from. */
  comparison: z.object({
    awaiting_data: z.boolean(),
    /** The month that the campaign was made on. */
    campaign_snapshot: z.iso.date(),
    /** The latest month up to the close date; `null` while data are awaited. */
    compared_snapshot: z.iso.date().nullable(),
    /** Six months after it was sent; `null`: not dispatched. */
    close_date: z.iso.date().nullable(),
    /** Households whose message the provider took. */
    contacted_households: z.number().int(),
    lifetime_years: z.number(),
    /** How the lifetime value is reckoned and where its years come from, in words. */
    lifetime_method: z.string(),
  }),
})
export type PensionCreditReport = z.infer<typeof pensionCreditReportSchema>

/** A campaign's id as a list or an address has it: a number, or its digits. */
const byId = z.object({ id: campaignQuery.shape.campaign_id })

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
  method: 'POST',
  isRead: true,
  path: '/api/campaign-summary-csv',
  summary: "An address, good for five minutes, of a pension credit campaign's report as CSV. Of another type: 409.",
  body: byId,
  reply: z.object({ url: z.string().min(1) }),
})
