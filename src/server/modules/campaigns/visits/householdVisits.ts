/** docs/product.md#rights-desk */
import type { HouseholdVisits } from '#contract/campaigns/visits'
import type { Tx } from '../../../db/engine'
import type { IsErased } from '../../platform/erasure-ledger/service'
import * as repo from './repo'

/** Visits and rounds, latest first. */
export async function readHouseholdVisits(tx: Tx, organisationId: string, reference: string): Promise<HouseholdVisits> {
  const visits = await repo.listOutcomes(tx, organisationId, reference)
  const rounds = await repo.listRoundsWith(tx, organisationId, reference)
  return {
    visits: visits.map(({ at, outcome, note, callAgainOn }) => ({
      at: at.toISOString(),
      outcome,
      note,
      call_again_on: callAgainOn,
    })),
    rounds: rounds.map(({ loadedAt }) => ({ loaded_at: loadedAt.toISOString() })),
  }
}

/** Removed from rounds too: later outcomes are refused. */
export async function eraseVisits(tx: Tx, organisationId: string, isErased: IsErased): Promise<void> {
  for (const { id, references } of await repo.referencesOfRounds(tx, organisationId)) {
    const gone = references.filter(isErased)
    if (gone.length > 0) await repo.removeFromRound(tx, { organisationId, id }, gone)
  }
}
