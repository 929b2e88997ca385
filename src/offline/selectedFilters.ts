import { z } from 'zod'

export const selectedValueSchema = z.object({ id: z.string(), displayName: z.string() })
export const selectedFilterSchema = z.object({ displayName: z.string(), selectedValues: z.array(selectedValueSchema) })

/** By category, then filter. A range has two values. */
export const selectedFiltersSchema = z.record(z.string(), z.record(z.string(), selectedFilterSchema))
