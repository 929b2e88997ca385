import { z } from 'zod'
import { wardGeometrySchema } from '#contract/map'

/** A ward of a snapshot, as the snapshot's database row keeps it. Degrees are WGS84. */
const wardSchema = z.object({
  code: z.string().min(1),
  name: z.string(),
  /** Empty where the ward has no Welsh name. */
  nameWelsh: z.string(),
  localAuthorityCode: z.string(),
  localAuthorityName: z.string(),
  localAuthorityNameWelsh: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  geometry: wardGeometrySchema,
})
export type Ward = z.infer<typeof wardSchema>

/** Wards as stored in `snapshots.wards`, sorted by code; each code once. */
export const wardsSchema = z.array(wardSchema)
