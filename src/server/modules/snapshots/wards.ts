import { z } from 'zod'
import { wardGeometrySchema } from '#contract/map'

const wardSchema = z.object({
  code: z.string().min(1),
  name: z.string(),
  nameWelsh: z.string(),
  localAuthorityCode: z.string(),
  localAuthorityName: z.string(),
  localAuthorityNameWelsh: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  geometry: wardGeometrySchema,
})
export type Ward = z.infer<typeof wardSchema>

export const wardsSchema = z.array(wardSchema)
