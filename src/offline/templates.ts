import { z } from 'zod'
import { templateListItemSchema, templateValueRowSchema } from '#contract/templates'

/** `rows` once its values were loaded. */
export const keptTemplateSchema = templateListItemSchema.extend({
  rows: z.array(templateValueRowSchema).nullable(),
})
export type KeptTemplate = z.infer<typeof keptTemplateSchema>
