/**
 * A data team hands months over with a token: {@link beginHandover}, a PUT of each file, {@link getHandover}.
 * docs/handing-over-months.md
 */
import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { beginMonth, importSchema } from './imports'

/** In days. */
const TOKEN_LIVES = [90, 365] as const
export type TokenLife = (typeof TOKEN_LIVES)[number]

export const MAX_TOKENS = 10

const monthTokenSchema = z.object({
  id: uuid,
  name: z.string(),
  made_at: z.string(),
  made_by: z.string().nullable(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  last_used_at: z.string().nullable(),
})
export type MonthToken = z.infer<typeof monthTokenSchema>

const monthTokensSchema = z.object({
  /** Newest first. */
  tokens: z.array(monthTokenSchema),
  /** If the check finds nothing. */
  publishes_by_itself: z.boolean(),
  address: z.string(),
})
export type MonthTokens = z.infer<typeof monthTokensSchema>

export const getMonthTokens = endpoint({
  name: 'getMonthTokens',
  method: 'GET',
  path: '/api/month-tokens',
  summary: "The organisation's tokens for handing over months, and whether such months are published by themselves.",
  reply: monthTokensSchema,
})

export const makeMonthToken = endpoint({
  name: 'makeMonthToken',
  method: 'POST',
  path: '/api/make-month-token',
  summary: 'Makes a token that can hand over months and nothing else. It is shown this once.',
  body: z.object({
    name: text(60).trim().min(1, 'Write what will use the token.'),
    days: z.literal(TOKEN_LIVES),
  }),
  reply: monthTokensSchema.extend({ token: z.string() }),
})

export const revokeMonthToken = endpoint({
  name: 'revokeMonthToken',
  method: 'POST',
  path: '/api/revoke-month-token',
  summary: 'Revokes a token. It stops working at once.',
  body: z.object({ id: uuid }),
  reply: monthTokensSchema,
})

export const setMonthPublishing = endpoint({
  name: 'setMonthPublishing',
  method: 'POST',
  path: '/api/set-month-publishing',
  summary: 'Sets whether months from tokens are published by themselves where the check leaves nothing to look at.',
  body: z.object({ publishes_by_itself: z.boolean() }),
  reply: monthTokensSchema,
})

/** Also of the PUT of a file. */
export const HANDOVER_PATH = '/api/handover'

export const beginHandover = endpoint({
  name: 'beginHandover',
  method: 'POST',
  path: HANDOVER_PATH,
  summary: 'With a token: begins to hand over a month. What the token began before and never finished is discarded.',
  body: beginMonth.body,
  reply: beginMonth.reply,
})

export const getHandover = endpoint({
  name: 'getHandover',
  method: 'GET',
  path: HANDOVER_PATH,
  summary: 'With a token: what became of a month that it handed over; as text for `Accept: text/plain`.',
  query: z.object({ id: uuid }),
  reply: importSchema.extend({ report: z.string() }),
})
