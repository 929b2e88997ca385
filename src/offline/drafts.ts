import { z } from 'zod'
import { TRANSLATED_FOR } from '#contract/campaigns/languages'
import { languageSchema } from '#contract/households/languages'
import { POSTAGES } from '#contract/campaigns/postage'
import { benefitNameSchema } from '#contract/households/benefits'
import { selectedFiltersSchema } from './selectedFilters'

/** Saved at every keystroke: empty texts are fine. */
export const draftSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  status: z.literal('draft'),
  /** yyyy-mm-dd, or empty. */
  snapshot: z.string(),
  campaignName: z.string(),
  campaignType: z.string(),
  communicationChannel: z.string(),
  excludeHouseholds: z.boolean(),
  excludeHouseholdsByMonth: z.number().int().min(0),
  stagger: z.number().int().min(0),
  isWithoutMobile: z.boolean().optional(),
  isExcludedByLetter: z.boolean().optional(),
  isOneTextPerNumber: z.boolean().optional(),
  /** Default: as the last campaign of its type. */
  holdOut: z.number().optional(),
  holdOutMonths: z.number().optional(),
  lawfulBasis: z.string().optional(),
  /** The draft of texts that this one completes. */
  linkId: z.uuid().optional(),
  selectedFilters: selectedFiltersSchema,
  smsTemplateId: z.union([z.string(), z.number()]).nullish(),
  postage: z.enum(POSTAGES).optional(),
  letterTemplateId: z.union([z.string(), z.number()]).nullish(),
  translationId: z.union([z.string(), z.number()]).nullish(),
  /** Default: who prefers its language. */
  translatedFor: z.enum(TRANSLATED_FOR).optional(),
})
export type Draft = z.infer<typeof draftSchema>

/** An organisation's text being written; empty fields are fine. */
export const textDraftSchema = z.object({
  id: z.uuid(),
  updatedAt: z.iso.datetime(),
  name: z.string(),
  /** Whether it is to be a new version of the text with this name. */
  isNewVersion: z.boolean(),
  text: z.string(),
  /** Null: for every benefit. */
  benefit: benefitNameSchema.nullable(),
  language: languageSchema,
})
export type TextDraft = z.infer<typeof textDraftSchema>
