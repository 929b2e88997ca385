import { z } from 'zod'
import { text } from './bounded'
import { CHANNELS } from './campaigns'
import { endpoint } from './endpoint'
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
        /** The latest ones, newest first. */
        messages: z.array(z.object({ channel: z.enum(CHANNELS), sent_at: z.iso.datetime() })),
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
    /** Messages of campaigns under way that will not go; null: it may still be written to. */
    left_out: z.number().int().nullable(),
  }),
})
