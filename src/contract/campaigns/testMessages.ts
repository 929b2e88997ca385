import { z } from 'zod'
import { text } from '../bounded'
import { benefitNameSchema } from '../households/benefits'
import { endpoint } from '../endpoint'

/** Per person. */
export const TEST_TEXTS_AN_HOUR = 5

/** The number is not kept. */
export const sendTestText = endpoint({
  name: 'sendTestText',
  method: 'POST',
  path: '/api/send-test-text',
  summary:
    'Sends a text template, or two as one, filled in with an invented household, to a number of the person who asks.',
  body: z.object({
    benefit_name: benefitNameSchema,
    sms_template_id: z.int32(),
    /** Another language, sent as one text with both. */
    translation_id: z.int32().optional(),
    mobile: text(40),
  }),
  reply: z.object({ words: z.string() }),
})

export const makeTestLetter = endpoint({
  name: 'makeTestLetter',
  method: 'POST',
  path: '/api/make-test-letter',
  summary: 'A letter template as it would be printed, filled in with an invented household: an address of its PDF.',
  body: z.object({ template_s3_key: text(1024).min(1) }),
  reply: z.object({ url: z.string().min(1) }),
})
