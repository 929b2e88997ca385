import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'

/** Other fields, such as the number, are dropped: https://docs.notifications.service.gov.uk/rest-api.html#callbacks */
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
  /** False: nothing changed; still no reason to retry. */
  reply: z.object({ taken: z.boolean() }),
})
export type NotifyCallback = z.output<typeof receiveNotifyCallback.body>

/** 255 parts of 153 characters. */
const LONGEST_TEXT = 40_000
/** All but line breaks and tabs. */
const UNREADABLE = /(?![\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** Drops the number written to. */
export const receiveText = endpoint({
  name: 'receiveText',
  method: 'POST',
  path: '/api/notify-received-text',
  summary:
    'Takes a text that somebody sent back, from GOV.UK Notify, however often: STOP marks its number do-not-contact.',
  body: z.object({
    id: uuid,
    source_number: text(100).trim().min(1),
    /** PostgreSQL would refuse the text. */
    message: text(LONGEST_TEXT).overwrite((written) => written.replace(UNREADABLE, ' ').trim()),
    /** PostgreSQL has no year 0. */
    date_received: text(40)
      .check(z.iso.datetime())
      .refine((moment) => !moment.startsWith('0000'), 'There is no such day.'),
  }),
  /** False: a repeat, or no organisation wrote to the number. */
  reply: z.object({ taken: z.boolean() }),
})
export type ReceivedText = z.output<typeof receiveText.body>
