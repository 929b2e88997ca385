import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import { findErased } from '../../platform/erasure-ledger/service'
import { nameSnapshot } from '../need-to-know/looks'
import type { NeedToKnowService } from '../need-to-know/service'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import type { HeldAs } from './references'

export interface HeldReferencesDependencies {
  readonly database: Database
  readonly needToKnow: Pick<NeedToKnowService, 'lookedAt'>
  readonly snapshots: Pick<SnapshotsService, 'latest'>
}

/** Which references the latest month has, in any case. */
export function createHeldReferences({ database, needToKnow, snapshots }: HeldReferencesDependencies) {
  /** Without erased households, though the month's file is rewritten later. */
  async function match(snapshot: LoadedSnapshot, wanted: readonly string[]) {
    const { organisationId } = snapshot
    const { has } = await database.forOrganisation(organisationId, (tx) => findErased(tx, organisationId))
    return (await snapshot.existing('household_reference', wanted)).filter(({ value }) => !has(value))
  }

  return {
    match,

    /** @param isLook whether the person named them */
    find: async (person: Person, references: readonly string[], isLook: boolean): Promise<HeldAs> => {
      if (references.length === 0) return () => undefined
      const snapshot = await snapshots.latest(person.organisationId)
      const held = new Map<string, string>()
      for (const { wanted, value } of await match(snapshot, [...new Set(references)]))
        if (value === wanted || !held.has(wanted)) held.set(wanted, value)
      if (isLook) await needToKnow.lookedAt(person, nameSnapshot(snapshot), [...new Set(held.values())])
      return (reference) => held.get(reference)
    },
  }
}
