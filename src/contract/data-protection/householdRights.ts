import { z } from 'zod'
import { text } from '../bounded'
import { BENEFIT_NAMES } from '../households/benefits'
import { CHANNELS } from '../campaigns/campaigns'
import { RECIPIENT_STATES } from '../campaigns/recipients'
import { endpoint } from '../endpoint'
import { foundHouseholdSchema, helpSchema, searchWords } from '../campaigns/replies'
import { receivedTextSchema } from '../campaigns/receivedTexts'
import { REPLIES } from '../campaigns/replyWords'
import { VISIT_OUTCOMES } from '../households/visitOutcomes'

/** docs/product.md#do-not-contact. A wrong number bars only texts to it. */
export const MARK_REASONS = ['objection', 'deceased', 'moved', 'wrong_number', 'safeguarding'] as const
export type MarkReason = (typeof MARK_REASONS)[number]

const householdReference = text(64).min(1)

const NAMED_IN = ['filter_template', 'filter_link', 'campaign_filters', 'campaign_list', 'month_report'] as const
export type NamedIn = (typeof NAMED_IN)[number]

export const NAMED_IN_WORDS: Readonly<Record<NamedIn, string>> = {
  filter_template: 'Filter template',
  filter_link: 'Link to filters',
  campaign_filters: 'Filters of a campaign',
  campaign_list: 'List of a campaign that is being prepared',
  month_report: 'Report on a month’s files',
}

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

/** Named as in the contacts file; empty: none. */
export const contactFieldsSchema = z.object({
  title: text(200).trim(),
  first_name: text(200).trim(),
  last_name: text(200).trim(),
  address_line_1: text(200).trim(),
  address_line_2: text(200).trim(),
  town: text(200).trim(),
  postcode: text(10).trim(),
  mobile: text(30).trim(),
})
export type ContactFields = z.infer<typeof contactFieldsSchema>

export const CONTACT_FIELD_WORDS: Readonly<Record<keyof ContactFields, string>> = {
  title: 'Title',
  first_name: 'First name',
  last_name: 'Last name',
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  town: 'Town',
  postcode: 'Postcode',
  mobile: 'Mobile number',
}

const contactFieldsReply = z.record(contactFieldsSchema.keyof(), z.string())

const namedValue = z.object({ name: z.string(), value: z.string() })
export type NamedValue = z.infer<typeof namedValue>

/** Moments are ISO 8601. */
export const householdFileSchema = z.object({
  household_reference: z.string(),
  /** Of the latest contacts; null: none. */
  contact: z.array(namedValue).nullable(),
  /** By field, for a correction. */
  contact_fields: contactFieldsReply.nullable(),
  correction: z
    .object({
      /** The month's values of corrected fields. */
      imported: z.array(namedValue),
      corrected: z.array(namedValue),
      corrected_by: z.string(),
      corrected_at: z.string(),
    })
    .nullable(),
  /** Newest first, without what the role may not see. */
  months: z.array(z.object({ month: z.string(), values: z.array(namedValue) })),
  /** Null: hidden from the role. */
  campaigns: z
    .array(
      z.object({
        id: z.number(),
        name: z.string(),
        benefit_name: z.enum(BENEFIT_NAMES),
        channel: z.enum(CHANNELS),
        state: z.enum(RECIPIENT_STATES),
        reason: z.string().nullable(),
        sent_at: z.string().nullable(),
        reply: z.enum(REPLIES).nullable(),
        sent_to: z.string().nullable(),
        /** As sent; null for letters, and once cleared. */
        text: z.string().nullable(),
        /** Empty once cleared. */
        values: z.array(namedValue),
      }),
    )
    .nullable(),
  /** Null: not asked for, or hidden from the role. */
  help: helpSchema.nullable(),
  /** Latest first; null: hidden from the role. */
  texts: z.array(receivedTextSchema).nullable(),
  /** Latest first. */
  visits: z.array(
    z.object({
      at: z.string(),
      outcome: z.enum(VISIT_OUTCOMES),
      note: z.string(),
      call_again_on: z.string().nullable(),
    }),
  ),
  /** Latest first, also without an outcome. */
  rounds: z.array(z.object({ loaded_at: z.string() })),
  /** Campaigns only if the role may see recipients. */
  named_in: z.array(z.object({ what: z.enum(NAMED_IN), name: z.string(), at: z.string() })),
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
