import { z } from 'zod'
import { selectedFiltersSchema } from './selectedFilters'

/**
 * A campaign that is being written, on this device only. What the form has not
 * been given yet is an empty text: a draft is kept at every keystroke, whatever state it is in.
 */
export const draftSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  status: z.literal('draft'),
  /** The month that the draft was begun with, yyyy-mm-dd; empty when it was not known. */
  snapshot: z.string(),
  campaignName: z.string(),
  campaignType: z.string(),
  communicationChannel: z.string(),
  excludeHouseholds: z.boolean(),
  excludeHouseholdsByMonth: z.number().int().min(0),
  stagger: z.number().int().min(0),
  selectedFilters: selectedFiltersSchema,
  smsTemplateId: z.union([z.string(), z.number()]).nullish(),
  letterTemplateId: z.union([z.string(), z.number()]).nullish(),
})
export type Draft = z.infer<typeof draftSchema>
