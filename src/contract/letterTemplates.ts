/**
 * Letter templates: Word documents of an organisation, by benefit. An upload has three steps: an address for one
 * file ({@link createTemplateUpload}), the PUT of its bytes there, and {@link acceptUploadedTemplate}, which looks at
 * the content and refuses what is no template.
 */
import { z } from 'zod'
import { text } from './bounded'
import { benefitNameSchema } from './campaigns'
import { endpoint } from './endpoint'

/** 10 MB. */
export const TEMPLATE_LIMIT_BYTES = 10 * 1024 * 1024

/** The `content-type` that the PUT of an upload carries, beside `if-none-match: *`: they are part of what the address was made for. */
export const TEMPLATE_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Characters that a file's name may have, `.docx` included: at most 240 bytes, where file systems take 255. */
const TEMPLATE_NAME_LIMIT = 80

/** Trimmed, lower-cased, and runs of white space as one underscore. */
export const cleanTemplateName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_')

/** What cannot stand in a file's name on every system that may store it. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|\.\./u

const NAME_TOO_LONG = `The name of the file is longer than ${TEMPLATE_NAME_LIMIT} characters. Rename it.`

/** A file's name as it was cleaned, or why it cannot be one. */
export const templateNameSchema = text(TEMPLATE_NAME_LIMIT * 20, NAME_TOO_LONG)
  .overwrite(cleanTemplateName)
  .refine((name) => name.endsWith('.docx') && name !== '.docx', 'Choose a Word document whose name ends in .docx.')
  .refine(
    (name) => !FORBIDDEN.test(name) && !name.startsWith('.'),
    'The name of the file has characters that cannot be used. Rename it.',
  )
  .refine((name) => name.length <= TEMPLATE_NAME_LIMIT, NAME_TOO_LONG)

/** The storage key of an upload or a template: made by the server, and given back to it. */
const storageKey = text(1024).min(1)

export const getAllLetterTemplates = endpoint({
  name: 'getAllLetterTemplates',
  method: 'POST',
  isRead: true,
  path: '/api/all-letter-templates',
  summary:
    "The organisation's letter templates for a benefit that can be looked at, each with an address of its PDF good for minutes.",
  body: z.object({ benefit_name: benefitNameSchema }),
  /** The address's path ends `/<benefit>/<file name>.pdf`: what people read is made of these two. `id` is what add-campaign takes. */
  reply: z.array(z.object({ id: storageKey, letter_template_signed_url: z.string().min(1) })),
})

export const createTemplateUpload = endpoint({
  name: 'createTemplateUpload',
  method: 'POST',
  path: '/api/upload-campaign-template-presigned-url',
  summary: 'An address to which one Word document can be PUT, once, within minutes.',
  body: z.object({
    benefit_name: benefitNameSchema,
    file_name: templateNameSchema,
    /** Bytes. With it the address takes a file of this size only. */
    file_size: z
      .number()
      .int()
      .refine((bytes) => bytes > 0, 'The file is empty.')
      .refine((bytes) => bytes <= TEMPLATE_LIMIT_BYTES, 'The file is larger than 10 MB.')
      .optional(),
  }),
  reply: z.object({ put_presigned_url: z.string().min(1), s3_key: storageKey }),
})

/** A document is refused at its upload, and a PUT to storage cannot say why. */
export const acceptUploadedTemplate = endpoint({
  name: 'acceptUploadedTemplate',
  method: 'POST',
  path: '/api/accept-campaign-template',
  summary:
    'Takes an uploaded document among the templates, or says why not. Again for the same upload: the same answer.',
  body: z.object({ s3_key: storageKey }),
  /** Without an address: the server cannot make a PDF here, the preview comes with the review. */
  reply: z.object({ id: storageKey, letter_template_signed_url: z.string().nullable() }),
})
