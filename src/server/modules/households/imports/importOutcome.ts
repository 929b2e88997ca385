import { z } from 'zod'
import { faultGroupSchema, type Import, type MonthPreview } from '#contract/households/imports'
import { presentFaults } from './faultsShown'
import { checkedSchema } from './monthMessages'
import type { ImportRow } from './repo'

/** Erased households among those of the files. */
const leftOutSchema = z.object({ households: z.number(), contacts: z.number() })
export type LeftOut = z.infer<typeof leftOutSchema>

const outcomeSchema = z.union([
  z.object({
    checked: checkedSchema,
    comparedWith: z.string().nullable(),
    leftOut: leftOutSchema.default({ households: 0, contacts: 0 }),
  }),
  z.object({ faults: z.array(faultGroupSchema), warnings: z.array(faultGroupSchema) }),
])
type Outcome = z.infer<typeof outcomeSchema>

/** Undefined before the check, once closed, and from an earlier version. */
export const readOutcome = ({ outcome }: ImportRow): Outcome | undefined => outcomeSchema.safeParse(outcome).data

/** An import as people see it. @param hidden columns not shown to the role */
export function describeImport(row: ImportRow, begunBy: string | null, hidden: ReadonlySet<string>): Import {
  const outcome = readOutcome(row)
  return {
    id: row.id,
    month: row.month,
    state: row.state,
    doing: row.doing,
    fraction: row.fraction,
    failure: row.failure,
    faults: outcome && 'faults' in outcome ? presentFaults(outcome.faults, hidden) : [],
    warnings: outcome ? presentFaults('faults' in outcome ? outcome.warnings : outcome.checked.warnings, hidden) : [],
    preview: outcome && 'checked' in outcome ? describePreview(outcome, hidden) : null,
    begun_at: row.begunAt.toISOString(),
    begun_by: begunBy,
  }
}

function describePreview(
  { checked, comparedWith, leftOut }: Extract<Outcome, { checked: unknown }>,
  hidden: ReadonlySet<string>,
): MonthPreview {
  return {
    compared_with: comparedWith,
    household_count: checked.householdCount - leftOut.households,
    ward_count: checked.wardCount,
    contact_count: checked.contactCount === null ? null : checked.contactCount - leftOut.contacts,
    households_in: (checked.comparison?.householdsIn ?? checked.householdCount) - leftOut.households,
    households_out: checked.comparison?.householdsOut ?? 0,
    losses: [...checked.losses],
    shifts: (checked.comparison?.shifts ?? []).filter(({ column }) => !hidden.has(column)),
  }
}
