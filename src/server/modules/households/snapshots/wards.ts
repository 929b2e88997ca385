import { z } from 'zod'
import { wardGeometrySchema } from '#contract/households/map'

export const wardSchema = z.object({
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

/** GeoJSON, as in an import's file. */
export const wardProperties = (ward: Ward) => ({
  ward_code: ward.code,
  ward_name: ward.name,
  ward_name_welsh: ward.nameWelsh,
  local_authority_code: ward.localAuthorityCode,
  local_authority_name: ward.localAuthorityName,
  local_authority_name_welsh: ward.localAuthorityNameWelsh,
  longitude: ward.longitude,
  latitude: ward.latitude,
})
