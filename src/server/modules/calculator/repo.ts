import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { calculatorJobs } from '../../db/schema'

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

export async function findJob(tx: Tx, id: string): Promise<CalculatorJob | undefined> {
  const [job] = await tx.select().from(calculatorJobs).where(eq(calculatorJobs.id, id))
  return job
}

export async function setRunning(tx: Tx, id: string): Promise<void> {
  await tx.update(calculatorJobs).set({ state: 'running' }).where(eq(calculatorJobs.id, id))
}

/** Ends a job. @param resultKey names the result file, where there is one. */
export async function finishJob(tx: Tx, id: string, state: 'done' | 'failed', resultKey?: string): Promise<void> {
  await tx
    .update(calculatorJobs)
    .set({ state, resultKey: resultKey ?? null, finishedAt: new Date() })
    .where(eq(calculatorJobs.id, id))
}
