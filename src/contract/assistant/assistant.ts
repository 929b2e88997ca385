import { z } from 'zod'
import { atMost, text } from '../bounded'
import { endpoint } from '../endpoint'
import { faultSchema } from '../fault'
import { holdsPersonalDetails, withoutHidden } from './personalDetails'
import { escapeAngleBrackets, typedLength, unescapeAngleBrackets } from '../sanitise'

/** Before escaping (docs/product.md#text-input). */
export const QUESTION_LIMIT = 200
export const QUESTION_LIMIT_MESSAGE = 'Please keep your question under 200 characters'

export const PERSONAL_DETAILS_MESSAGE = 'Please remove personal details from your question.'

export const CHAT_FAILURE = 'There was an error handling your request.'

/** Per call, including earlier replies. */
const MAX_MESSAGES = 40
const MAX_REPLY_LENGTH = 20_000

/** For the wire: no hidden characters, trimmed, escaped once. */
export const asQuestion = (typed: string): string => escapeAngleBrackets(withoutHidden(typed).trim())

const questionSchema = text(QUESTION_LIMIT * 20, QUESTION_LIMIT_MESSAGE)
  .overwrite((question) => asQuestion(unescapeAngleBrackets(question)))
  .refine((question) => question !== '', 'Type a question.')
  .refine((question) => typedLength(question) <= QUESTION_LIMIT, { error: QUESTION_LIMIT_MESSAGE, abort: true })
  .refine((question) => !holdsPersonalDetails(unescapeAngleBrackets(question)), PERSONAL_DETAILS_MESSAGE)

const questionMessageSchema = z.object({
  role: z.literal('user'),
  content: atMost(1, z.array(z.object({ text: questionSchema })).length(1)),
})

const replyMessageSchema = z.object({
  role: z.literal('assistant'),
  content: atMost(5, z.array(z.object({ text: text(MAX_REPLY_LENGTH) })).min(1)),
})

const chatMessageSchema = z.discriminatedUnion('role', [questionMessageSchema, replyMessageSchema])
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** Fragments are section ids. */
export const NOTE_PATH = '/support/policy/notes'

/** The headings of replies, `## ` in their text: of a search, which quotes its first source, and of a model. */
export const NEAREST_HEADING = 'Nearest in the policy notes'
export const MODEL_HEADING = 'Written by a language model from these passages'

/** Each government's own pages on benefits: the only other sites that a reply links. */
export const GOVERNMENT_PAGES = {
  England: 'https://www.gov.uk/browse/benefits',
  Wales: 'https://www.gov.wales/help-cost-living',
  Scotland: 'https://www.mygov.scot/browse/benefits',
  'Northern Ireland': 'https://www.nidirect.gov.uk/information-and-services/benefits-and-money',
} as const

/** Most that a source names, and a length that no word of English or Welsh reaches. */
export const MAX_MATCHED_WORDS = 30
const MAX_WORD_LENGTH = 60

/** A passage. */
const replySourceSchema = z.object({
  title: z.string(),
  section: z.string(),
  /** Only addresses of our own notes. */
  url: z.string().regex(/^\/support\/policy\/notes\/[a-z0-9-]+#[a-z0-9-]+$/),
  /** The nations that it is for, to show: "England and Wales", "United Kingdom". */
  nation: z.string(),
  /** The note's date, yyyy-mm-dd. */
  date: z.iso.date(),
  /** Its first sentence, without Markdown. */
  excerpt: z.string(),
  /** As they stand in it, in small letters, each once: those by which the question found it. */
  matched_words: z.array(z.string().min(1).max(MAX_WORD_LENGTH)).max(MAX_MATCHED_WORDS),
})
export type ReplySource = z.infer<typeof replySourceSchema>

export const assistantReplySchema = z.object({
  /** Markdown, under one of the two headings. Without a model the text is the first source's passage; no sources: not in the notes. */
  content: z.array(z.object({ text: z.string(), sources: z.array(replySourceSchema).optional() })).min(1),
})
export type AssistantReply = z.infer<typeof assistantReplySchema>

export const askAssistant = endpoint({
  name: 'askAssistant',
  method: 'POST',
  path: '/api/policy-bot',
  summary:
    'Answers the last question from the policy notes. Streams with `Accept: text/event-stream`. For super administrators.',
  produces: 'json-or-events',
  body: z.object({
    content: atMost(
      MAX_MESSAGES,
      z
        .array(chatMessageSchema)
        .min(1)
        .refine((messages) => messages.at(-1)?.role === 'user', 'The last message must be a question.'),
    ),
  }),
  reply: assistantReplySchema,
})

/** Chunks, then the reply that replaces them, or a fault. */
export const assistantEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reply'), reply: assistantReplySchema }),
  z.object({ type: z.literal('fault'), fault: faultSchema }),
])

const noteName = text(100).regex(/^[a-z0-9-]{1,100}$/)

const noteSchema = z.object({
  title: z.string(),
  nations: z.array(z.string()),
  /** yyyy-mm-dd */
  updated: z.string(),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  sections: z.array(z.object({ id: z.string(), heading: z.string(), text: z.string() })),
})
export type AssistantNote = z.infer<typeof noteSchema>

export const getAssistantNote = endpoint({
  name: 'getAssistantNote',
  method: 'GET',
  path: '/api/policy-note',
  summary: 'A policy note, to read the passage that a reply quotes. For super administrators.',
  query: z.object({ note: noteName }),
  reply: noteSchema,
})

export const sendAssistantFeedback = endpoint({
  name: 'sendAssistantFeedback',
  method: 'POST',
  path: '/api/policy-feedback',
  summary:
    'Says whether a reply was useful, and which notes it quoted; neither the question nor who asked it. For super administrators.',
  body: z.object({ useful: z.boolean(), notes: atMost(5, z.array(noteName)) }),
  reply: z.object({ useful: z.boolean() }),
})
