import { z } from 'zod'
import { text } from '../bounded'
import { CHANNELS } from './campaigns'
import { endpoint } from '../endpoint'
import { REPLIES } from './replyWords'

export const findReplying = endpoint({
  name: 'findReplying',
  method: 'POST',
  isRead: true,
  path: '/api/find-replying',
  summary: 'Households by letter code, reference or mobile number, with the messages that they had; audited.',
  body: z.object({ written: text(60).trim().min(1, 'Write a code, a reference or a number.') }),
  reply: z.object({
    households: z.array(
      z.object({
        household_reference: z.string(),
        /** The latest, newest first; null: hidden from the role. */
        messages: z.array(z.object({ channel: z.enum(CHANNELS), sent_at: z.iso.datetime() })).nullable(),
      }),
    ),
  }),
})
export type Replying = z.infer<typeof findReplying.reply>['households'][number]

export const recordReply = endpoint({
  name: 'recordReply',
  method: 'POST',
  path: '/api/record-reply',
  summary: 'Records what came back from a household; some replies leave it out of campaigns at once. Idempotent.',
  body: z.object({ household_reference: text(64).min(1), reply: z.enum(REPLIES) }),
  reply: z.object({
    /** Messages cancelled in running campaigns; null: it may still be written to. */
    left_out: z.number().int().nullable(),
    /** False: no message to keep the reply with, so it is in no count or list. Null: hidden from the role. */
    is_kept: z.boolean().nullable().default(true),
  }),
})

/** Longer lists are cut to their first households. */
export const HELP_LIST_LIMIT = 200

const wantsHelpSchema = z.object({
  household_reference: z.string(),
  asked_at: z.iso.datetime(),
  channel: z.enum(CHANNELS),
  sent_at: z.iso.datetime(),
  helped_at: z.iso.datetime().nullable(),
})
export type WantsHelp = z.infer<typeof wantsHelpSchema>

export const getWantsHelp = endpoint({
  name: 'getWantsHelp',
  method: 'GET',
  path: '/api/wants-help',
  summary: 'Households that want help to claim: who waits longest first, or who had it, the latest first; audited.',
  query: z.object({ is_helped: z.enum(['yes', 'no']).default('no') }),
  reply: z.object({ total: z.number().int(), households: z.array(wantsHelpSchema) }),
})

export const noteHelped = endpoint({
  name: 'noteHelped',
  method: 'POST',
  path: '/api/note-helped',
  summary: 'Notes that a household had the help that it wanted, or takes that back. Idempotent.',
  body: z.object({ household_reference: text(64).min(1), is_helped: z.boolean() }),
  reply: z.object({ is_helped: z.boolean() }),
})
