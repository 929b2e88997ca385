import type { Actor } from '../../organisations/audit/service'
import type { Tombstones } from '../../platform/erasure-ledger/ledger'
import { addErasure, addTombstones, isSpellingOf } from '../../platform/erasure-ledger/service'
import {
  ERASE_HOUSEHOLDS,
  eraseEverywhere,
  eraseRecords,
  noteInLedger,
  type ErasureDependencies,
} from './eraseEverywhere'

/** Registers its job: call before the queue starts. */
export function createErasures(deps: ErasureDependencies) {
  const { database, queue, audit } = deps
  queue.work(ERASE_HOUSEHOLDS, (work) => eraseEverywhere(deps, work))

  return {
    /** Idempotent. */
    async erase(by: Actor, references: readonly string[]): Promise<void> {
      const { organisationId } = by
      // Digests of all that is held would take seconds: they are left to the job.
      const isOne = isSpellingOf(...references)
      await database.forOrganisation(organisationId, async (tx) => {
        for (const reference of references) await addErasure(tx, by, reference)
        await eraseRecords(deps, tx, organisationId, isOne)
        await queue.send(tx, ERASE_HOUSEHOLDS, { organisationId, isLast: false })
        await audit.recordIn(tx, by, 'erased', 'households', references.length)
      })
      await deps.needToKnow.eraseLooks(organisationId, isOne)
      await deps.filterTemplates.eraseNow(organisationId, references)
      // Before the answer: if the database is then lost, so is the job. If this fails, the job does it.
      await noteInLedger(deps, organisationId).catch(() => {})
    },

    eraseAgain: (organisationIds: readonly string[]): Promise<void> => eraseAgain(deps, organisationIds),
  }
}

/**
 * Erases again what restored rows lack, and adds to the ledger what only they know.
 * @throws AggregateError after trying all, for organisations with unreadable files
 */
async function eraseAgain(deps: ErasureDependencies, organisationIds: readonly string[]): Promise<void> {
  const { database, campaigns, ledger } = deps
  const faults: unknown[] = []
  for (const { organisationId, ...tombstones } of await ledger.erasures()) {
    if (!organisationIds.includes(organisationId)) continue
    const lost = await addLost(deps, organisationId, tombstones)
    if (lost === 0 && !(await ledger.isUnfinished(organisationId))) continue
    // A failure leaves only its own organisation unfinished.
    const [erased] = await Promise.allSettled([eraseEverywhere(deps, { organisationId, isLast: false })])
    await database.forOrganisation(organisationId, (tx) => campaigns.erasure.withdrawLetters(tx, organisationId))
    if (erased.status === 'fulfilled') await ledger.finish(organisationId)
    else faults.push(erased.reason)
  }
  for (const organisationId of organisationIds) await noteInLedger(deps, organisationId)
  if (faults.length > 0) throw new AggregateError(faults, 'Not all that was erased could be erased again.')
}

const addLost = (
  { database, ledger, queue, audit }: ErasureDependencies,
  organisationId: string,
  tombstones: Tombstones,
): Promise<number> =>
  database.forOrganisation(organisationId, async (tx) => {
    const by = { organisationId, email: 'restore', actor: { role: 'System' } }
    const count = await addTombstones(tx, organisationId, tombstones)
    if (count === 0) return 0
    // Before the commit: a waiting server must not answer before all is forgotten.
    await ledger.noteErasures(organisationId, tombstones, true)
    // In case this process ends too early.
    await queue.send(tx, ERASE_HOUSEHOLDS, { organisationId, isLast: false }, { afterSeconds: 60 })
    await audit.recordIn(tx, by, 'erased', 'households, again after a restore', count)
    return count
  })
