import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { calculatorJobs } from '../../../db/schema'
import { knownPeople } from '../../organisations/people/fragments'

export type CalculatorJobRow = typeof calculatorJobs.$inferSelect

/** Inserts a queued job. @returns its id */
export async function addJob(
  tx: Tx,
  job: { readonly organisationId: string; readonly requestedBy: string; readonly householdCount: number },
): Promise<string> {
  const [added] = await tx.insert(calculatorJobs).values(job).returning({ id: calculatorJobs.id })
  if (!added) throw new Error('The job was not stored.')
  return added.id
}

/** How many a person has asked for since a time. */
export const countJobsOf = (tx: Tx, userId: string, since: Date): Promise<number> =>
  tx.$count(calculatorJobs, and(eq(calculatorJobs.requestedBy, userId), gte(calculatorJobs.createdAt, since)))

/** A job, under row-level security. */
export async function findJob(tx: Tx, id: string): Promise<CalculatorJobRow | undefined> {
  const [job] = await tx.select().from(calculatorJobs).where(eq(calculatorJobs.id, id))
  return job
}

/** Marks a job as started. */
export async function setRunning(tx: Tx, id: string): Promise<void> {
  await tx.update(calculatorJobs).set({ state: 'running' }).where(eq(calculatorJobs.id, id))
}

/**
 * @param resultKey of the result file, if any
 * @returns false when the job is gone
 */
export async function finishJob(tx: Tx, id: string, resultKey: string | undefined): Promise<boolean> {
  const done = await tx
    .update(calculatorJobs)
    .set({ state: 'done', resultKey: resultKey ?? null, finishedAt: new Date() })
    .where(eq(calculatorJobs.id, id))
    .returning({ id: calculatorJobs.id })
  return done.length > 0
}

/** A stopped job may have left its file before storing the key. */
const resultKey = sql<string>`coalesce(${calculatorJobs.resultKey}, ${calculatorJobs.id}::text)`

/** The keys of all result files that there may be. */
export async function resultKeys(tx: Tx, organisationId: string): Promise<string[]> {
  const found = await tx
    .select({ resultKey })
    .from(calculatorJobs)
    .where(eq(calculatorJobs.organisationId, organisationId))
  return found.map((job) => job.resultKey)
}

/** @param failure in words for people */
export async function failJob(tx: Tx, id: string, failure: string): Promise<void> {
  await tx
    .update(calculatorJobs)
    .set({ state: 'failed', failure, finishedAt: new Date() })
    .where(eq(calculatorJobs.id, id))
}

/** Ids of unfinished jobs. */
export async function unfinishedJobs(tx: Tx, organisationId: string): Promise<string[]> {
  const found = await tx
    .select({ id: calculatorJobs.id })
    .from(calculatorJobs)
    .where(and(eq(calculatorJobs.organisationId, organisationId), isNull(calculatorJobs.finishedAt)))
  return found.map(({ id }) => id)
}

/** Deletes jobs done earlier. @returns a possible result key for each */
export async function deleteCalculatorJobs(tx: Tx, organisationId: string, before: Date): Promise<string[]> {
  const gone = await tx
    .delete(calculatorJobs)
    .where(and(eq(calculatorJobs.organisationId, organisationId), lt(calculatorJobs.finishedAt, before)))
    .returning({ resultKey })
  return gone.map((job) => job.resultKey)
}

/** With their requesters, newest first. */
export const recentJobs = (tx: Tx, limit: number) => {
  const people = knownPeople(tx)
  return tx
    .select({ job: calculatorJobs, firstName: people.firstName, lastName: people.lastName, email: people.email })
    .from(calculatorJobs)
    .leftJoin(people, eq(people.id, calculatorJobs.requestedBy))
    .orderBy(desc(calculatorJobs.createdAt), desc(calculatorJobs.id))
    .limit(limit)
}
