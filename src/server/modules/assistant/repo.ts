import type { Tx } from '../../db/engine'
import { assistantFeedback } from '../../db/schema'

/** Stores feedback on a reply. */
export async function insertFeedback(tx: Tx, feedback: typeof assistantFeedback.$inferInsert): Promise<void> {
  await tx.insert(assistantFeedback).values(feedback)
}
