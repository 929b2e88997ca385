import { z } from 'zod'
import { text, uuid } from '../bounded'
import { CHANNELS } from '../households/channels'
import { endpoint } from '../endpoint'
import { recordsDay } from '../recordsDay'
import { lastVisitSchema } from '../households/visitOutcomes'
import { REPLIES } from './replyWords'

/** Search words go in bodies, because URLs are logged. */
export const searchWords = text(200)
  .trim()
  .refine((words) => words.length >= FEWEST_CHARACTERS, 'Write two characters at least.')
export const FEWEST_CHARACTERS = 2

const messageSchema = z.object({ campaign: z.string(), channel: z.enum(CHANNELS), sent_at: z.iso.datetime() })
export type MessageSent = z.infer<typeof messageSchema>

export const foundHouseholdSchema = z.object({
  household_reference: z.string(),
  /** Empty: not known. */
  name: z.string(),
  /** Only the postcode if exact places are hidden from the role. Empty: not known. */
  address: z.string(),
  /** Newest first; null: hidden from the role. */
  messages: z.array(messageSchema).nullable(),
})
export type FoundHousehold = z.infer<typeof foundHouseholdSchema>

const helpDetails = {
  note: text(500).trim(),
  call_back_on: recordsDay.nullable(),
  /** False: nobody looks after it. */
  is_mine: z.boolean(),
}

export const helpSchema = z.object({
  asked_at: z.iso.datetime(),
  note: z.string(),
  /** E-mail address. */
  owner: z.string().nullable(),
  call_back_on: z.iso.date().nullable(),
  helped_at: z.iso.datetime().nullable(),
})
export type HelpRequest = z.infer<typeof helpSchema>

export const replyingSchema = foundHouseholdSchema.extend({
  /** Null: not asked for, or hidden from the role. */
  help: helpSchema.nullable(),
})
export type Replying = z.infer<typeof replyingSchema>

export const findReplying = endpoint({
  name: 'findReplying',
  method: 'POST',
  isRead: true,
  path: '/api/find-replying',
  summary:
    'Households by name, address, postcode, letter code, reference or mobile number, those written to first; audited.',
  body: z.object({ written: searchWords }),
  reply: z.object({ households: z.array(replyingSchema), has_more: z.boolean() }),
})

export const recordReply = endpoint({
  name: 'recordReply',
  method: 'POST',
  path: '/api/record-reply',
  summary: 'Records what came back from a household; some replies leave it out of campaigns at once. Idempotent.',
  body: z.object({
    household_reference: text(64).min(1),
    reply: z.enum(REPLIES),
    /** With `wants_help`. */
    help: z.object(helpDetails).partial().optional(),
    /** GOV.UK Notify's id of the text that this reply deals with. */
    received_text: uuid.optional(),
  }),
  reply: z.object({
    /** Cancelled messages; null: it may still be written to. */
    left_out: z.number().int().nullable(),
  }),
})

/** Longer lists are cut to their first households. */
export const HELP_LIST_LIMIT = 200

const wantsHelpSchema = helpSchema.extend({
  household_reference: z.string(),
  name: z.string(),
  address: z.string(),
  /** Empty: none, or known to be wrong. */
  mobile: z.string(),
  message: messageSchema.nullable(),
  /** Null: it had none. */
  last_visit: lastVisitSchema.nullable(),
})
export type WantsHelp = z.infer<typeof wantsHelpSchema>

const HELP_VIEWS = ['open', 'mine', 'done'] as const
export type HelpView = (typeof HELP_VIEWS)[number]

export const getWantsHelp = endpoint({
  name: 'getWantsHelp',
  method: 'GET',
  path: '/api/wants-help',
  summary: 'Households that want help to claim: those to call back first, then who waits longest; or done; audited.',
  query: z.object({ view: z.enum(HELP_VIEWS).default('open') }),
  reply: z.object({ total: z.number().int(), households: z.array(wantsHelpSchema) }),
})

export const changeHelp = endpoint({
  name: 'changeHelp',
  method: 'POST',
  path: '/api/change-help',
  summary:
    'Changes the note on a household that wants help, who looks after it, when to call back, or whether it is done. Idempotent.',
  /** Omitted fields stay. */
  body: z.object({ household_reference: text(64).min(1), ...helpDetails, is_helped: z.boolean() }).partial({
    note: true,
    call_back_on: true,
    is_mine: true,
    is_helped: true,
  }),
  reply: z.object({}),
})
