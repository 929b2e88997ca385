import { sql } from 'drizzle-orm'
import type { MarkReason } from '#contract/rights'
import type { Tx } from '../../db/database'
import { doNotContactMarks } from '../../db/schema'

export interface Marks {
  readonly organisationId: string
  readonly reason: MarkReason
  readonly markedBy: string
}

/** Marks households; the latest reason stays. */
export async function markHouseholds(tx: Tx, { reason, ...marks }: Marks, references: readonly string[]) {
  if (references.length === 0) return
  await tx
    .insert(doNotContactMarks)
    .values(references.map((householdReference) => ({ ...marks, reason, householdReference })))
    .onConflictDoUpdate({
      target: [doNotContactMarks.organisationId, doNotContactMarks.householdReference],
      set: { reason, markedBy: marks.markedBy, markedAt: sql`now()` },
    })
}

/** Marks a number. A wrong number bars less than any other reason, and takes the place of none. */
export const markNumber = (tx: Tx, { reason, ...marks }: Marks, number: string) =>
  tx
    .insert(doNotContactMarks)
    .values({ ...marks, reason, number })
    .onConflictDoUpdate({
      target: [doNotContactMarks.organisationId, doNotContactMarks.number],
      set: { reason, markedBy: marks.markedBy, markedAt: sql`now()` },
      setWhere: sql`${doNotContactMarks.reason} = 'wrong_number'`,
    })
