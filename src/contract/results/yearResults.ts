import { z } from 'zod'
import { CHANNELS } from '../households/channels'
import { endpoint } from '../endpoint'
import { benefitNameSchema } from '../households/benefits'
import { impactSchema } from './reports'

const figuresSchema = z.object({
  campaigns: z.number().int(),
  /** Each once, by the year's messages. */
  contacted_households: z.number().int(),
  /** After contact, each household once; pounds a year. Null: awaited; absent: not measured. */
  claims: z.object({ households: z.number().int(), annual_value: z.number() }).nullable().optional(),
  /** Without VAT. */
  cost_pence: z.number().int(),
})
export type YearFigures = z.infer<typeof figuresSchema>

const campaignSchema = figuresSchema.omit({ campaigns: true }).extend({
  id: z.number().int(),
  name: z.string(),
  benefit_name: benefitNameSchema,
  channel: z.enum(CHANNELS),
  date_sent: z.iso.datetime(),
  /** Null without a hold-out. */
  impact: impactSchema.nullable(),
})

const yearResultsSchema = z.object({
  /** 2026: April 2026 to March 2027. */
  year: z.number().int(),
  /** Newest first. */
  years: z.array(z.number().int()),
  totals: figuresSchema,
  campaigns: z.array(campaignSchema),
  by_benefit: z.array(figuresSchema.extend({ benefit_name: benefitNameSchema })),
  /** yyyy-mm; claims count when their campaign was sent. */
  by_month: z.array(figuresSchema.extend({ month: z.string() })),
  claims_method: z.string(),
  annual_method: z.string(),
})
export type YearResults = z.infer<typeof yearResultsSchema>

/** Absent: the current one. */
const ofYear = z.object({ year: z.number().int().min(2000).max(2100).optional() })

/** In place of missing claims. @param campaigns absent: one */
export const whyNotMeasured = ({ campaigns = 1 }: { readonly campaigns?: number | undefined }): string =>
  campaigns === 0 ? '–' : 'Not measured'

/** '2026/27'. */
export const nameYear = (year: number): string => `${year}/${String((year + 1) % 100).padStart(2, '0')}`

export const getYearResults = endpoint({
  name: 'getYearResults',
  isCostly: 'alone',
  method: 'POST',
  isRead: true,
  path: '/api/year-results',
  summary: 'What the campaigns of a financial year came to, by campaign, benefit and month.',
  body: ofYear,
  reply: yearResultsSchema,
})

/** With small numbers hidden: docs/product.md#small-numbers. */
export const exportYearResults = endpoint({
  name: 'exportYearResults',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/year-results-pdf',
  summary: "An address, good for five minutes, of a financial year's results as PDF.",
  body: ofYear,
  reply: z.object({ url: z.string().min(1) }),
})
