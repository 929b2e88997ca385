/** {@link createTemplateUpload}, a PUT to its address, {@link acceptUploadedTemplate}. */
import { z } from 'zod'
import { text } from '../bounded'
import { benefitNameSchema } from '../households/benefits'
import { languageSchema } from '../households/languages'
import { PLACEHOLDERS } from './placeholders'
import { endpoint } from '../endpoint'

export const TEMPLATE_LIMIT_BYTES = 10 * 1024 * 1024

/** Signed: the PUT must send it, with `if-none-match: *`. */
export const TEMPLATE_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Up to 240 bytes; file systems allow 255. */
const TEMPLATE_NAME_LIMIT = 80

/** Trimmed, lower case, underscores for spaces. */
export const cleanLetterFileName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_')

/** Unsafe on some file system. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|\.\./u

const NAME_TOO_LONG = `The name of the file is longer than ${TEMPLATE_NAME_LIMIT} characters. Rename it.`

export const letterFileNameSchema = text(TEMPLATE_NAME_LIMIT * 20, NAME_TOO_LONG)
  .overwrite(cleanLetterFileName)
  .refine((name) => name.endsWith('.docx') && name !== '.docx', 'Choose a Word document whose name ends in .docx.')
  .refine(
    (name) => !FORBIDDEN.test(name) && !name.startsWith('.'),
    'The name of the file has characters that cannot be used. Rename it.',
  )
  .refine((name) => name.length <= TEMPLATE_NAME_LIMIT, NAME_TOO_LONG)

const storageKey = text(1024).min(1)

export const getAllLetterTemplates = endpoint({
  name: 'getAllLetterTemplates',
  method: 'POST',
  isRead: true,
  path: '/api/all-letter-templates',
  summary:
    "The organisation's letter templates for a benefit that can be looked at, each with an address of its PDF good for minutes; and the caller's own upload of this id.",
  body: z.object({ benefit_name: benefitNameSchema, uploaded: storageKey.optional() }),
  /** The path ends `/<benefit>/<file name>.pdf`. `id` is for add-campaign. */
  reply: z.array(
    z.object({
      id: storageKey,
      letter_template_signed_url: z.string().min(1),
      /** With the longest address; null without LibreOffice. */
      longest_url: z.string().nullable(),
      shortest_url: z.string().nullable(),
      placeholders: z.array(z.enum(PLACEHOLDERS)).default([]),
      warnings: z.array(z.string()),
      /** Years, estimated; null if unknown. */
      reading_age: z.number().int().nullable().default(null),
      is_web_alone: z.boolean().default(false),
      language: languageSchema.nullable().default(null),
    }),
  ),
})

export const createTemplateUpload = endpoint({
  name: 'createTemplateUpload',
  method: 'POST',
  path: '/api/upload-campaign-template-presigned-url',
  summary: 'An address to which one Word document can be PUT, once, within minutes.',
  body: z.object({
    benefit_name: benefitNameSchema,
    file_name: letterFileNameSchema,
    /** Bytes; no other size is accepted. */
    file_size: z
      .number()
      .int()
      .refine((bytes) => bytes > 0, 'The file is empty.')
      .refine((bytes) => bytes <= TEMPLATE_LIMIT_BYTES, 'The file is larger than 10 MB.')
      .optional(),
  }),
  reply: z.object({ put_presigned_url: z.string().min(1), s3_key: storageKey }),
})

/** A PUT to storage cannot explain a refusal. */
export const acceptUploadedTemplate = endpoint({
  name: 'acceptUploadedTemplate',
  method: 'POST',
  path: '/api/accept-campaign-template',
  summary:
    'Takes an uploaded document among the templates, or says why not. Again for the same upload: the same answer.',
  body: z.object({ s3_key: storageKey }),
  /** Null without LibreOffice. */
  reply: z.object({ id: storageKey, letter_template_signed_url: z.string().nullable() }),
})
