import type { Tx } from '../../db/engine'
import { policyFeedback } from '../../db/schema'

/** Stores feedback on a reply. */
export async function insertFeedback(tx: Tx, feedback: typeof policyFeedback.$inferInsert): Promise<void> {
  await tx.insert(policyFeedback).values(feedback)
}
