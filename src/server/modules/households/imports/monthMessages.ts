import { z } from 'zod'
import { faultGroupSchema, shiftSchema } from '#contract/households/imports'
import { wardsSchema } from '../snapshots/wards'

/** Names in the process's working folder. */
export const MONTH_FILES = {
  wards: 'wards',
  households: 'households',
  contacts: 'contacts',
  before: 'before.parquet',
  snapshot: 'snapshot.parquet',
  checkedContacts: 'contacts.parquet',
} as const

export const monthTaskSchema = z.object({
  /** For ward files that do not name it. */
  localAuthority: z.object({ code: z.string(), name: z.string() }).optional(),
})
export type MonthTask = z.infer<typeof monthTaskSchema>

const faultGroups = z.array(faultGroupSchema).readonly()

const comparison = z.object({
  householdsIn: z.number().int(),
  householdsOut: z.number().int(),
  shifts: z.array(shiftSchema).readonly(),
})

export const checkedSchema = z.object({
  wards: wardsSchema,
  householdCount: z.number().int(),
  warnings: faultGroups,
  contactCount: z.number().int().nullable(),
  comparison: comparison.nullable(),
})
export type CheckedByProcess = z.infer<typeof checkedSchema>

const faultsSchema = z.object({ faults: faultGroups, warnings: faultGroups })
export type FaultsOfProcess = z.infer<typeof faultsSchema>

export const monthMessageSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ progress: z.object({ doing: z.string(), fraction: z.number() }) }),
  z.object({ checked: checkedSchema }),
  faultsSchema,
  z.object({ failed: z.string() }),
])
export type MonthMessage = z.input<typeof monthMessageSchema>
