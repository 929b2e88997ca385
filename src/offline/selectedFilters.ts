import { z } from 'zod'

/* How a selection of filters lies on the device: in session storage, and in the drafts of campaigns. */

export const selectedValueSchema = z.object({ id: z.string(), displayName: z.string() })
export const selectedFilterSchema = z.object({ displayName: z.string(), selectedValues: z.array(selectedValueSchema) })

/** By category name, then filter name. A range has exactly two values: its minimum and maximum. */
export const selectedFiltersSchema = z.record(z.string(), z.record(z.string(), selectedFilterSchema))
