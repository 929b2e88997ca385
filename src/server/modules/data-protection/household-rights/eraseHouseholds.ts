import type { Actor } from '../../organisations/audit/service'
import { addErasure, erasedOf } from '../../platform/erasure-ledger/service'
import { eraseAgain } from './eraseAgain'
import {
  ERASE_HOUSEHOLDS,
  eraseEverywhere,
  eraseRecords,
  noteInLedger,
  type ErasureDependencies,
} from './eraseEverywhere'

/** Erases households for good. Registers its job: call before the queue starts. */
export function createErasures(deps: ErasureDependencies) {
  const { database, queue, audit } = deps
  queue.work(ERASE_HOUSEHOLDS, (work) => eraseEverywhere(deps, work))

  return {
    /** Idempotent. */
    async erase(by: Actor, references: readonly string[]): Promise<void> {
      const { organisationId } = by
      await database.forOrganisation(organisationId, async (tx) => {
        for (const reference of references) await addErasure(tx, by, reference)
        const { has } = await erasedOf(tx, organisationId)
        await eraseRecords(deps, tx, organisationId, has)
        await queue.send(tx, ERASE_HOUSEHOLDS, { organisationId, isLast: false })
        await audit.recordIn(tx, by, 'erased', 'households', references.length)
      })
      // Before the answer: if the database is lost a moment later, so is the job. If this fails, the job does it.
      await noteInLedger(deps, organisationId).catch(() => {})
    },

    eraseAgain: (organisationIds: readonly string[]): Promise<void> => eraseAgain(deps, organisationIds),
  }
}
