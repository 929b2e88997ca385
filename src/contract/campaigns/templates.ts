/** docs/product.md#texts-and-letters */
import { z } from 'zod'
import { text } from '../bounded'
import { benefitNameSchema, type BenefitName } from '../households/benefits'
import { CHANNELS } from '../households/channels'
import { endpoint } from '../endpoint'
import { languageSchema } from '../households/languages'
import { EXAMPLE_BENEFITS, LETTER_EXAMPLES } from './messageExamples'
import { TEXT_MESSAGE_LIMIT } from './textMessage'

/** Only those in use are offered; a sent campaign keeps its version. `of_campaign`: uploaded with one, for it alone. */
export const TEMPLATE_STATES = ['waiting', 'of_campaign', 'in_use', 'replaced', 'withdrawn', 'retired'] as const
export type TemplateState = (typeof TEMPLATE_STATES)[number]

/** Characters; logged with each version. */
export const TEXT_NAME_LIMIT = 75
/** As written; `sentText` counts those sent. */
export const WRITTEN_LIMIT = 2 * TEXT_MESSAGE_LIMIT

/** Whether a campaign may use it. Null: for every type; custom campaigns take any. */
export const isForCampaign = (type: BenefitName | null, campaign: BenefitName): boolean =>
  type === null || type === campaign || campaign === 'custom'

const messageTemplateSchema = z.object({
  channel: z.enum(CHANNELS),
  /** Names this version. */
  id: z.string(),
  name: z.string(),
  /** Null: for every benefit. */
  benefit_name: benefitNameSchema.nullable(),
  /** Null: uploaded with a campaign. */
  language: languageSchema.nullable(),
  /** From 1, for each name. */
  version: z.number().int(),
  state: z.enum(TEMPLATE_STATES),
  /** Texts only. */
  text: z.string().nullable(),
  /** Letters only. */
  file_name: z.string().nullable(),
  /** Letters only, valid for minutes; null without LibreOffice. */
  preview_url: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Null if unknown. */
  reading_age: z.number().int().nullable().default(null),
  written_by: z.string(),
  written_at: z.iso.datetime(),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  /** For a second person (docs/product.md#a-second-person), and provider staff who keep a letter of their own campaign. */
  may_approve: z.boolean(),
})
export type MessageTemplate = z.infer<typeof messageTemplateSchema>

export const getAllSmsTemplates = endpoint({
  name: 'getAllSmsTemplates',
  method: 'GET',
  path: '/api/all-sms-templates',
  summary: "The organisation's text message templates and its sender id.",
  reply: z.object({
    sms_sender_id: z.string(),
    /** GOV.UK Notify puts it before every text. */
    sms_service_name: z.string().nullable(),
    /** For `((genuine_page))`. */
    genuine_page: z.string().default(''),
    sms_template_information: z.array(
      z.object({
        sms_template_id: z.number().int().default(0),
        template: z.string(),
        organisation_id: z.string(),
        name: z.string(),
        benefit_name: benefitNameSchema.nullable(),
        language: languageSchema,
      }),
    ),
  }),
})

export const getMessageTemplates = endpoint({
  name: 'getMessageTemplates',
  method: 'GET',
  path: '/api/message-templates',
  summary: "The organisation's texts and letters with all their versions, the newest first.",
  reply: z.array(messageTemplateSchema),
})

export const writeTextTemplate = endpoint({
  name: 'writeTextTemplate',
  method: 'POST',
  path: '/api/write-text-template',
  summary:
    'Keeps a new version of a text, to be approved by somebody else. In place of one of its name that waits; again with the same words: the same answer.',
  body: z.object({
    name: text(TEXT_NAME_LIMIT).trim().min(1, 'Enter a name for the text.'),
    text: text(WRITTEN_LIMIT),
    benefit_name: benefitNameSchema.nullable(),
    language: languageSchema,
  }),
  reply: z.object({ id: z.string(), version: z.number().int() }),
})

export const keepLetterTemplate = endpoint({
  name: 'keepLetterTemplate',
  method: 'POST',
  path: '/api/keep-letter-template',
  summary:
    'Keeps an uploaded Word document as a letter, or as a new version of the one of its file name, to be approved by somebody else. Again for the same upload: the same answer.',
  body: z.object({ s3_key: text(1024).min(1), language: languageSchema }),
  reply: z.object({ id: z.string(), letter_template_signed_url: z.string().nullable() }),
})

const TEMPLATE_DECISIONS = ['approve', 'withdraw', 'retire'] as const
export type TemplateDecision = (typeof TEMPLATE_DECISIONS)[number]

export const decideMessageTemplate = endpoint({
  name: 'decideMessageTemplate',
  method: 'POST',
  path: '/api/decide-message-template',
  summary:
    'Approves a version that waits, in place of the one in use; withdraws it; or retires the one in use. Idempotent.',
  body: z.object({ channel: z.enum(CHANNELS), id: text(1024).min(1), decision: z.enum(TEMPLATE_DECISIONS) }),
  reply: z.object({ state: z.enum(TEMPLATE_STATES) }),
})

const exampleSchema = z.object({ benefit_name: z.enum(EXAMPLE_BENEFITS), language: languageSchema })

export const takeMessageExample = endpoint({
  name: 'takeMessageExample',
  method: 'POST',
  path: '/api/take-message-example',
  summary: 'Puts an example that Doorstep brings among the texts or letters in use. Again: the same answer.',
  body: exampleSchema.extend({ channel: z.enum(CHANNELS) }),
  reply: z.object({ id: z.string() }),
})

export const getLetterExample = endpoint({
  name: 'getLetterExample',
  method: 'GET',
  path: '/api/letter-example',
  summary: 'An example letter, or the zones of a letter, as a Word document.',
  query: z.object({ name: z.enum(LETTER_EXAMPLES) }),
  reply: z.string(),
  produces: 'docx',
})
