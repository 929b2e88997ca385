import { z } from 'zod'
import { endpoint } from '../endpoint'
import { POSTAGES } from './postage'

export const postageSchema = z.enum(POSTAGES)

/** `sender`: the super administrator who sends, after confirming. */
export const OVER_BUDGET = ['nobody', 'sender'] as const

const budgetSchema = z.object({
  postage: postageSchema,
  /** For a financial year, without VAT; null: none. */
  budget_pence: z.number().int().min(0).max(1_000_000_000).nullable(),
  over_budget: z.enum(OVER_BUDGET),
  /** Free segments in a financial year; null: GOV.UK Notify's usual number. */
  free_texts: z.number().int().min(0).max(1_000_000).nullable(),
})
export type MessageBudget = z.infer<typeof budgetSchema>

export const reachSchema = z.object({ sms: z.number().int(), print_and_post: z.number().int(), both: z.number().int() })

export const campaignCostSchema = z.object({
  messages: z.number().int(),
  /** Segments of texts, sheets of letters. */
  units: z.number().int(),
  /** Covered by free texts. */
  free_units: z.number().int().default(0),
  /** Letters only. */
  postage: postageSchema.nullable().default(null),
  /** Without VAT. */
  pence: z.number().int(),
  rates_from: z.iso.date(),
})

export const campaignBudgetSchema = z.object({
  pence: z.number().int(),
  /** Before this campaign. */
  left_pence: z.number().int(),
  may_go_over: z.boolean(),
})

export const getSpending = endpoint({
  name: 'getSpending',
  method: 'GET',
  path: '/api/message-spending',
  summary: "What the organisation's messages cost this financial year, its budget, and how its letters go.",
  reply: budgetSchema.extend({
    year_from: z.iso.date(),
    /** Sent, or run and waiting. */
    spent_pence: z.number().int(),
    /** This and the free texts left: campaigns' lists are hidden from the role. */
    is_rounded: z.boolean().default(false),
    /** The yearly number, and what is left this year. */
    free_texts_a_year: z.number().int(),
    free_texts_left: z.number().int(),
  }),
})
export type Spending = z.infer<typeof getSpending.reply>

export const setMessageBudget = endpoint({
  name: 'setMessageBudget',
  method: 'POST',
  path: '/api/set-message-budget',
  summary: "Sets the organisation's budget for messages, its free texts, and how its letters go.",
  body: budgetSchema,
  reply: budgetSchema,
})
