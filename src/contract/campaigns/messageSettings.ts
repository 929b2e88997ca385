import { z } from 'zod'
import { atMost, text } from '../bounded'
import { endpoint } from '../endpoint'
import { LANGUAGES, languageSchema } from '../households/languages'

const line = (most: number) => text(most).trim().min(1, 'Write something, or leave it empty.').nullable()

/** docs/product.md#what-messages-say. Null: not set. */
const messageSettingsReply = z.object({
  languages: z.array(languageSchema),
  /** By default, for everybody. */
  in_both_languages: z.boolean().default(false),
  phone: z.string().nullable(),
  return_address: z.string().nullable(),
  privacy_notice: z.string().nullable(),
  send_from: z.number().int(),
  send_until: z.number().int(),
  send_on_sundays: z.boolean(),
})
export type MessageSettings = z.infer<typeof messageSettingsReply>

const hour = z.number().int().min(0).max(24)

const messageSettingsSchema = z
  .object({
    /** In order of preference. */
    languages: atMost(
      LANGUAGES.length,
      z
        .array(languageSchema)
        .refine((chosen) => chosen.length > 0, 'Choose a language at least.')
        .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each language once.'),
    ),
    in_both_languages: z.boolean().default(false),
    /** For `((phone))`. */
    phone: line(40),
    /** For `((return_address))`, on one line. */
    return_address: line(300),
    privacy_notice: line(200),
    /** London hours. */
    send_from: hour.max(23),
    send_until: hour.min(1),
    send_on_sundays: z.boolean(),
  })
  .refine(({ send_from, send_until }) => send_from < send_until, {
    path: ['send_until'],
    error: 'Choose an hour after the first one.',
  })

export const getMessageSettings = endpoint({
  name: 'getMessageSettings',
  method: 'GET',
  path: '/api/message-settings',
  summary: "What the organisation's messages say of it, and the languages that it writes in.",
  // Older servers omit it.
  reply: messageSettingsReply.extend({ is_simulated: z.boolean().default(false) }),
})

export const setMessageSettings = endpoint({
  name: 'setMessageSettings',
  method: 'POST',
  path: '/api/set-message-settings',
  summary: "Sets what the organisation's messages say of it.",
  body: messageSettingsSchema,
  reply: messageSettingsReply,
})
