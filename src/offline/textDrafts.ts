import { z } from 'zod'
import { benefitNameSchema } from '#contract/benefits'
import { languageSchema } from '#contract/languages'

/** A text of the organisation that is being written; empty fields are fine. */
export const textDraftSchema = z.object({
  id: z.uuid(),
  updatedAt: z.iso.datetime(),
  name: z.string(),
  /** The name is that of a text which is there. */
  isNewVersion: z.boolean(),
  text: z.string(),
  /** Null: for every benefit. */
  benefit: benefitNameSchema.nullable(),
  language: languageSchema,
})
export type TextDraft = z.infer<typeof textDraftSchema>
