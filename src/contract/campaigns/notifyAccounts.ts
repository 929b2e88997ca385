import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'

/** docs/product.md#sending-by-organisation */
const sendingReply = z.object({
  /** The simulator sends nothing. */
  account: z.enum(['own', 'operator', 'simulator', 'none']),
  /** Four characters. */
  key_ending: z.string().nullable(),
  sms_template_id: z.string().nullable(),
  /** Null: the service's default. */
  sms_sender_id: z.string().nullable(),
  /** For e-mails to staff; null: none. */
  email_template_id: z.string().nullable(),
  /** GOV.UK Notify puts it before every text; null: switched off. */
  service_name: z.string().nullable(),
  callback_token_ending: z.string().nullable(),
  callback_url: z.string(),
  received_texts_url: z.string(),
  /** Null: GOV.UK Notify's own limits. */
  messages_a_minute: z.number().nullable(),
  texts_a_day: z.number().nullable(),
  letters_a_day: z.number().nullable(),
})
export type SendingSettings = z.infer<typeof sendingReply>

const MIN_PER_MINUTE = 60
const MAX_PER_MINUTE = 2_960

const id = text(36).check(z.guid('Copy the id from GOV.UK Notify: 36 letters, digits and hyphens.'))
const limit = (least: number, most: number) =>
  z
    .number()
    .int()
    .min(least, `Write a number of ${least} at least, or nothing.`)
    .max(most, `GOV.UK Notify takes at most ${most.toLocaleString('en-GB')}.`)
    .nullable()

export const EMAIL_PLACEHOLDERS = ['what', 'campaign', 'link'] as const

/** GOV.UK Notify's format: a name and two ids. */
const notifyKeySchema = text(300).regex(
  /^.{1,220}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'Copy the whole key from GOV.UK Notify: its name and two long numbers.',
)

export const sendingChangeSchema = z.object({
  /** Omitted fields stay; null: none. */
  notify_key: notifyKeySchema.optional(),
  sms_template_id: id,
  sms_sender_id: id.nullable(),
  email_template_id: id.nullable().optional(),
  service_name: text(255).trim().min(1, 'Write the name of your service, or nothing.').nullable().optional(),
  callback_token: text(500).min(16, 'Write 16 characters at least.').nullable().optional(),
  messages_a_minute: limit(MIN_PER_MINUTE, MAX_PER_MINUTE),
  texts_a_day: limit(1, 250_000),
  letters_a_day: limit(1, 20_000),
})
export type SendingChange = z.infer<typeof sendingChangeSchema>

export const getSendingSettings = endpoint({
  name: 'getSendingSettings',
  method: 'GET',
  path: '/api/sending-settings',
  summary: "How the organisation's messages are sent; secrets by their last characters only.",
  reply: sendingReply,
})

export const setSendingSettings = endpoint({
  name: 'setSendingSettings',
  method: 'POST',
  path: '/api/set-sending-settings',
  summary: "Sets the organisation's own account of GOV.UK Notify.",
  body: sendingChangeSchema,
  reply: sendingReply,
})

export const removeSendingSettings = endpoint({
  name: 'removeSendingSettings',
  method: 'POST',
  path: '/api/remove-sending-settings',
  summary: "Forgets the organisation's own account.",
  reply: sendingReply,
})

export const testSending = endpoint({
  name: 'testSending',
  method: 'POST',
  isRead: true,
  path: '/api/test-sending',
  summary: 'Asks GOV.UK Notify whether it takes the key and has the template. Sends nothing.',
  reply: z.object({ works: z.boolean(), words: z.string() }),
})

export const getTextSender = endpoint({
  name: 'getTextSender',
  method: 'GET',
  path: '/api/text-sender',
  summary: 'Who texts come from, as GOV.UK Notify said of the last one: a number takes replies, a name takes none.',
  reply: z.object({
    /** Null until a text was sent through the account. */
    texts_from: z.string().nullable(),
    takes_replies: z.boolean().nullable(),
  }),
})
