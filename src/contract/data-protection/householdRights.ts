import { z } from 'zod'
import { text } from '../bounded'
import { householdCampaignSchema } from '../campaigns/recipients'
import { endpoint } from '../endpoint'
import { foundHouseholdSchema, helpSchema, searchWords } from '../campaigns/replies'
import { receivedTextSchema } from '../campaigns/receivedTexts'
import { householdVisitsSchema } from '../campaigns/visits'
import { contactFieldsSchema } from '../households/contactFields'
import { MARK_REASONS } from '../households/doNotContact'
import { householdMentionSchema } from '../households/namedIn'
import { namedValueSchema } from '../households/namedValues'

const householdReference = text(64).min(1)

export const markDoNotContact = endpoint({
  name: 'markDoNotContact',
  method: 'POST',
  path: '/api/do-not-contact',
  summary: 'Leaves a household, or everybody with a number, out of campaigns from now on, also out of those under way.',
  body: z
    .object({
      household_reference: householdReference.optional(),
      /** A UK mobile number, in any format. */
      number: text(50).min(1).optional(),
      reason: z.enum(MARK_REASONS),
    })
    .refine(({ household_reference: reference, number }) => (reference === undefined) !== (number === undefined), {
      message: 'Name a household or a number.',
    }),
  reply: z.object({
    /** Cancelled messages. */
    left_out: z.number(),
  }),
})

export const liftDoNotContact = endpoint({
  name: 'liftDoNotContact',
  method: 'POST',
  path: '/api/lift-do-not-contact',
  summary: 'Takes away the marks of a household and of its number; what the month’s contacts say stays.',
  body: z.object({ household_reference: householdReference }),
  reply: z.object({ lifted: z.number() }),
})

export const findHouseholds = endpoint({
  name: 'findHouseholds',
  method: 'POST',
  isRead: true,
  path: '/api/find-households',
  summary: 'Households by name, address, postcode, letter code, reference or number, those written to first; audited.',
  body: z.object({ words: searchWords }),
  reply: z.object({ households: z.array(foundHouseholdSchema), has_more: z.boolean() }),
})

const contactFieldsReply = z.record(contactFieldsSchema.keyof(), z.string())

/** Moments are ISO 8601. */
export const householdFileSchema = z.object({
  household_reference: z.string(),
  /** The latest contact; null: none. */
  contact: z.array(namedValueSchema).nullable(),
  /** By field, for a correction. */
  contact_fields: contactFieldsReply.nullable(),
  correction: z
    .object({
      /** The month's values of corrected fields. */
      imported: z.array(namedValueSchema),
      corrected: z.array(namedValueSchema),
      corrected_by: z.string(),
      corrected_at: z.string(),
    })
    .nullable(),
  /** Newest first, without what the role may not see. */
  months: z.array(z.object({ month: z.string(), values: z.array(namedValueSchema) })),
  /** Null: hidden from the role. */
  campaigns: z.array(householdCampaignSchema).nullable(),
  /** Null: not asked for, or hidden from the role. */
  help: helpSchema.nullable(),
  /** Latest first; null: hidden from the role. */
  texts: z.array(receivedTextSchema).nullable(),
  ...householdVisitsSchema.shape,
  /** Campaigns only if the role may see recipients. */
  named_in: z.array(householdMentionSchema),
  /** Bars on messages, apart from the month's contacts. */
  marks: z.array(
    z.object({
      of: z.enum(['household', 'number']),
      reason: z.enum(MARK_REASONS),
      marked_by: z.string(),
      marked_at: z.string(),
    }),
  ),
  looks: z.array(z.object({ at: z.string(), who: z.string(), role: z.string(), where: z.string() })),
})
export type HouseholdFile = z.infer<typeof householdFileSchema>

export const getHouseholdFile = endpoint({
  name: 'getHouseholdFile',
  method: 'POST',
  isRead: true,
  path: '/api/household-file',
  summary: 'What is held on a household, and who looked at it; the look is recorded.',
  body: z.object({ household_reference: householdReference }),
  reply: householdFileSchema,
})

export const exportSubjectAccess = endpoint({
  name: 'exportSubjectAccess',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/subject-access',
  summary: 'What is held on a household, as a file for who asks for it.',
  body: z.object({
    household_reference: householdReference,
    format: z.enum(['pdf', 'json']),
    purpose: text(60).optional(),
  }),
  reply: z.object({ url: z.string() }),
})

export const correctContact = endpoint({
  name: 'correctContact',
  method: 'POST',
  path: '/api/correct-contact',
  summary:
    'Corrects a household’s name, address or number, over the months that come and in campaigns that were not sent.',
  /** Omitted fields stay. */
  body: z.object({ household_reference: householdReference, contact: contactFieldsSchema.partial() }),
  reply: z.object({
    /** Cancelled letters, made with the wrong data. */
    left_out: z.number(),
  }),
})

export const liftCorrection = endpoint({
  name: 'liftCorrection',
  method: 'POST',
  path: '/api/lift-correction',
  summary: 'Takes a correction back: what the month’s contacts say holds again.',
  body: z.object({ household_reference: householdReference }),
  reply: z.object({ left_out: z.number() }),
})

export const eraseHousehold = endpoint({
  name: 'eraseHousehold',
  method: 'POST',
  path: '/api/erase-household',
  summary: 'Erases a household for good, also from the months that come. Records go at once, files in the background.',
  body: z.object({ household_reference: householdReference }),
  reply: z.object({}),
})
