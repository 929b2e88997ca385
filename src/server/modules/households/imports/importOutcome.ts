import { z } from 'zod'
import { faultGroupSchema, type Import, type MonthPreview } from '#contract/households/imports'
import { presentFaults } from './faultsShown'
import { checkedSchema } from './monthMessages'
import type { ImportRow } from './repo'

const outcomeSchema = z.union([
  z.object({ checked: checkedSchema, comparedWith: z.string().nullable() }),
  z.object({ faults: z.array(faultGroupSchema), warnings: z.array(faultGroupSchema) }),
])
type Outcome = z.infer<typeof outcomeSchema>

/** Undefined before the check, once the import is closed, and where an earlier version checked it. */
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
  { checked, comparedWith }: Extract<Outcome, { checked: unknown }>,
  hidden: ReadonlySet<string>,
): MonthPreview {
  return {
    compared_with: comparedWith,
    household_count: checked.householdCount,
    ward_count: checked.wardCount,
    contact_count: checked.contactCount,
    households_in: checked.comparison?.householdsIn ?? checked.householdCount,
    households_out: checked.comparison?.householdsOut ?? 0,
    shifts: (checked.comparison?.shifts ?? []).filter(({ column }) => !hidden.has(column)),
  }
}
