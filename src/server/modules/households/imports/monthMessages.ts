import { z } from 'zod'
import { faultGroupSchema, shiftSchema } from '#contract/households/imports'

/** Names in the process's working folder. */
export const MONTH_FILES = {
  task: 'task.json',
  answer: 'answer.json',
  wards: 'wards',
  wardsBefore: 'wards-before.json',
  households: 'households',
  contacts: 'contacts',
  before: 'before.parquet',
  snapshot: 'snapshot.parquet',
  checkedContacts: 'contacts.parquet',
  checkedWards: 'wards.jsonl',
  newHouseholds: 'new-households.jsonl',
} as const

export const monthTaskSchema = z.object({
  /** yyyy-mm-01. */
  month: z.iso.date(),
  /** For ward files that do not name it. */
  localAuthority: z.object({ code: z.string(), name: z.string() }).optional(),
  contactsBefore: z.object({ all: z.number().int(), texts: z.number().int(), letters: z.number().int() }),
})
export type MonthTask = z.infer<typeof monthTaskSchema>

const faultGroups = z.array(faultGroupSchema).readonly()

/** Wards by name. */
const comparison = z.object({
  householdsIn: z.number().int(),
  householdsOut: z.number().int(),
  shifts: z.array(shiftSchema).readonly(),
})

export const checkedSchema = z.object({
  wardCount: z.number().int(),
  householdCount: z.number().int(),
  warnings: faultGroups,
  losses: z.array(z.string()).readonly(),
  contactCount: z.number().int().nullable(),
  comparison: comparison.nullable(),
})
export type CheckedByProcess = z.infer<typeof checkedSchema>

/** A line of `MONTH_FILES.newHouseholds`: not in the month before. */
export const newHouseholdSchema = z.object({ household_reference: z.string(), has_contact: z.boolean() })

const faultsSchema = z.object({ faults: faultGroups, warnings: faultGroups })
export type FaultsOfProcess = z.infer<typeof faultsSchema>

/** What the process leaves as `MONTH_FILES.answer`. */
export const monthAnswerSchema = z.union([
  z.object({ checked: checkedSchema }),
  faultsSchema,
  z.object({ failed: z.string() }),
])
export type MonthAnswer = z.input<typeof monthAnswerSchema>

export const progressSchema = z.object({ doing: z.string(), fraction: z.number() })
