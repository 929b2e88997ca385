/** docs/product.md#texts-that-come-in */
import { z } from 'zod'
import { uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { replyingSchema } from './replies'

/** Longer lists are cut. */
export const TEXT_LIST_LIMIT = 200
/** Longer texts are cut. */
export const MOST_TEXT_CHARACTERS = 2_000
/** Shown for a number with more. */
export const MOST_TEXT_HOUSEHOLDS = 2

const TEXT_VIEWS = ['open', 'done'] as const
export type TextView = (typeof TEXT_VIEWS)[number]

export const receivedTextSchema = z.object({
  id: z.uuid(),
  /** +447…, or as received if no UK mobile. */
  number: z.string(),
  message: z.string(),
  received_at: z.iso.datetime(),
  /** Its number was marked do-not-contact. */
  is_stop: z.boolean(),
  done: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  /** With the number at the time. */
  household_count: z.number().int(),
})
type ReceivedTextShown = z.infer<typeof receivedTextSchema>

/** Who else a text may be from. */
export const fromInWords = ({
  number,
  household_count: count,
}: Pick<ReceivedTextShown, 'number' | 'household_count'>) =>
  count > 1 ? `${number}, the number of ${count} households` : number

const listedTextSchema = receivedTextSchema.extend({ households: z.array(replyingSchema) })
export type ListedText = z.infer<typeof listedTextSchema>

export const getReceivedTexts = endpoint({
  name: 'getReceivedTexts',
  method: 'GET',
  path: '/api/received-texts',
  summary:
    'Texts that people sent back, with the households of their numbers: the longest waits first; or done; audited.',
  query: z.object({ view: z.enum(TEXT_VIEWS).default('open') }),
  reply: z.object({ total: z.number().int(), texts: z.array(listedTextSchema) }),
})

export const noteReceivedText = endpoint({
  name: 'noteReceivedText',
  method: 'POST',
  path: '/api/note-received-text',
  summary: 'Notes that a text that somebody sent back is dealt with, or is not yet. Idempotent.',
  body: z.object({ id: uuid, is_done: z.boolean() }),
  reply: z.object({}),
})
