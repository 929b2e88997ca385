import { z } from 'zod'
import { roleSchema } from '#contract/session'
import { wardFeatureSchema } from '#contract/map'

/** An identity older than this opens nothing. */
export const IDENTITY_MAX_AGE = 12 * 60 * 60 * 1000

const identitySchema = z.object({
  id: z.literal('identity'),
  email: z.string(),
  organisation: z.string(),
  role: roleSchema,
  isSuperAdmin: z.boolean(),
  campaignsEnabled: z.boolean().nullable(),
  viewedAs: z.object({ organisation: z.string().nullable(), role: roleSchema.nullable() }).nullable().default(null),
  /** Milliseconds since 1970. */
  confirmedAt: z.number(),
})
export type Identity = z.infer<typeof identitySchema>

/** Whether an identity opens the app offline. One from the future means a moved clock. */
export function isFresh(identity: Identity, now: number): boolean {
  const age = now - identity.confirmedAt
  return age >= 0 && age < IDENTITY_MAX_AGE
}

/** Counts by ward, and nothing on a household. */
const wardFiguresSchema = z.object({
  id: z.literal('ward-figures'),
  asAt: z.iso.datetime(),
  wards: z.array(wardFeatureSchema),
  /** A digest: selected filters stay in session storage. */
  countedFor: z.string().nullable().default(null),
})

export const keptRecordSchema = z.discriminatedUnion('id', [identitySchema, wardFiguresSchema])
export type KeptRecord = z.infer<typeof keptRecordSchema>
