import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { MarkReason } from '#contract/households/doNotContact'
import type { Tx } from '../../../db/engine'
import { doNotContactMarks } from '../../../db/schema'

export interface Marks {
  readonly organisationId: string
  readonly reason: MarkReason
  readonly markedBy: string
}

/** The latest reason stays. */
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

/** A wrong number bars less than other reasons, and replaces none. */
export const markNumber = (tx: Tx, { reason, ...marks }: Marks, number: string) =>
  tx
    .insert(doNotContactMarks)
    .values({ ...marks, reason, number })
    .onConflictDoUpdate({
      target: [doNotContactMarks.organisationId, doNotContactMarks.number],
      set: { reason, markedBy: marks.markedBy, markedAt: sql`now()` },
      setWhere: sql`${doNotContactMarks.reason} = 'wrong_number'`,
    })

/**
 * Marks numbers as wrong; existing marks stay.
 * @param numbers each the last ten digits
 * @returns how many had none
 */
export async function markWrongNumbers(
  tx: Tx,
  organisationId: string,
  markedBy: string,
  numbers: readonly string[],
): Promise<number> {
  if (numbers.length === 0) return 0
  const marked = await tx
    .insert(doNotContactMarks)
    .values(numbers.map((number) => ({ organisationId, number, reason: 'wrong_number' as const, markedBy })))
    .onConflictDoNothing()
    .returning({ id: doNotContactMarks.id })
  return marked.length
}

interface Household {
  readonly reference: string
  /** Last digits. */
  readonly number: string | undefined
}

const of = (organisationId: string, { reference, number }: Household) =>
  and(
    eq(doNotContactMarks.organisationId, organisationId),
    or(
      eq(doNotContactMarks.householdReference, reference),
      number === undefined ? undefined : eq(doNotContactMarks.number, number),
    ),
  )

/** Marks of a household and of its number, latest first. */
export const findMarks = (tx: Tx, organisationId: string, household: Household) =>
  tx.select().from(doNotContactMarks).where(of(organisationId, household)).orderBy(desc(doNotContactMarks.markedAt))

export type DoNotContactMark = Awaited<ReturnType<typeof findMarks>>[number]

/** Every mark. */
export const allMarks = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: doNotContactMarks.id,
      reference: doNotContactMarks.householdReference,
      number: doNotContactMarks.number,
    })
    .from(doNotContactMarks)
    .where(eq(doNotContactMarks.organisationId, organisationId))

/** Deletes marks. */
export const deleteMarksById = (tx: Tx, ids: readonly number[]) =>
  tx.delete(doNotContactMarks).where(inArray(doNotContactMarks.id, [...ids]))

/** Deletes a household's marks, and its number's. @returns how many */
export async function deleteMarks(tx: Tx, organisationId: string, household: Household): Promise<number> {
  const gone = await tx
    .delete(doNotContactMarks)
    .where(of(organisationId, household))
    .returning({ id: doNotContactMarks.id })
  return gone.length
}

/** Not for a wrong number. */
export async function markedAmong(tx: Tx, organisationId: string, references: readonly string[]): Promise<string[]> {
  const marks = await tx
    .select({ reference: doNotContactMarks.householdReference })
    .from(doNotContactMarks)
    .where(
      and(
        eq(doNotContactMarks.organisationId, organisationId),
        inArray(doNotContactMarks.householdReference, [...references]),
        ne(doNotContactMarks.reason, 'wrong_number'),
      ),
    )
  return marks.flatMap(({ reference }) => reference ?? [])
}
