import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { calculatorJobs } from '../../db/schema'
import { knownPeople } from '../people/fragments'

export type CalculatorJob = typeof calculatorJobs.$inferSelect

/** Adds a queued job. @returns its id. */
export async function addJob(
  tx: Tx,
  job: { readonly organisationId: string; readonly requestedBy: string; readonly householdCount: number },
): Promise<string> {
  const [added] = await tx.insert(calculatorJobs).values(job).returning({ id: calculatorJobs.id })
  if (!added) throw new Error('The job was not stored.')
  return added.id
}

/** The job of an id. */
export async function findJob(tx: Tx, id: string): Promise<CalculatorJob | undefined> {
  const [job] = await tx.select().from(calculatorJobs).where(eq(calculatorJobs.id, id))
  return job
}

/** The work has begun. */
export async function setRunning(tx: Tx, id: string): Promise<void> {
  await tx.update(calculatorJobs).set({ state: 'running' }).where(eq(calculatorJobs.id, id))
}

/** @param resultKey of the result file, if any. */
export async function finishJob(tx: Tx, id: string, resultKey: string | undefined): Promise<void> {
  await tx
    .update(calculatorJobs)
    .set({ state: 'done', resultKey: resultKey ?? null, finishedAt: new Date() })
    .where(eq(calculatorJobs.id, id))
}

/** Ends a job that cannot be done. @param failure why, in words. */
export async function failJob(tx: Tx, id: string, failure: string): Promise<void> {
  await tx
    .update(calculatorJobs)
    .set({ state: 'failed', failure, finishedAt: new Date() })
    .where(eq(calculatorJobs.id, id))
}

/** Newest first. */
export const recentJobs = (tx: Tx, limit: number) => {
  const people = knownPeople(tx)
  return tx
    .select({ job: calculatorJobs, firstName: people.firstName, lastName: people.lastName, email: people.email })
    .from(calculatorJobs)
    .leftJoin(people, eq(people.id, calculatorJobs.requestedBy))
    .orderBy(desc(calculatorJobs.createdAt), desc(calculatorJobs.id))
    .limit(limit)
}
