import { z } from 'zod'
import { text, uuid } from './bounded'
import { endpoint } from './endpoint'

/**
 * What GOV.UK Notify calls back with: a delivery receipt, or word of a letter that came back. Both carry more (the
 * number above all), which is not read.
 * https://docs.notifications.service.gov.uk/rest-api.html#callbacks
 */
const deliveryReceiptSchema = z.object({
  id: uuid,
  reference: text(1_000).nullish(),
  status: text(100),
})
const returnedLetterSchema = z.object({
  notification_id: uuid,
  reference: text(1_000).nullish(),
  date_sent: text(100).nullish(),
})

/** Called by GOV.UK Notify, with the bearer token that was agreed with it. */
export const receiveNotifyCallback = endpoint({
  name: 'receiveNotifyCallback',
  method: 'POST',
  path: '/api/notify-callback',
  summary:
    'Takes a delivery receipt or word of a returned letter from GOV.UK Notify, however often and in whatever order.',
  body: z.union([deliveryReceiptSchema, returnedLetterSchema]),
  /** False: it changed nothing (it is known, overtaken, or about a message that is not ours). No reason to call again. */
  reply: z.object({ taken: z.boolean() }),
})
export type NotifyCallback = z.output<typeof receiveNotifyCallback.body>
