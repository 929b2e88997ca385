import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'

/** Other fields, such as the number, are dropped. https://docs.notifications.service.gov.uk/rest-api.html#callbacks */
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

/** Authenticated by a bearer token. */
export const receiveNotifyCallback = endpoint({
  name: 'receiveNotifyCallback',
  method: 'POST',
  path: '/api/notify-callback',
  summary:
    'Takes a delivery receipt or word of a returned letter from GOV.UK Notify, however often and in whatever order.',
  body: z.union([deliveryReceiptSchema, returnedLetterSchema]),
  /** False when nothing changed; no reason to retry. */
  reply: z.object({ taken: z.boolean() }),
})
export type NotifyCallback = z.output<typeof receiveNotifyCallback.body>
