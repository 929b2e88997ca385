import { londonDay } from '#contract/days'
import type { LastVisit } from '#contract/households/visitOutcomes'
import type { Tx } from '../../../db/engine'
import * as repo from './repo'

/** As shown to a role. */
export const presentVisit = (
  { outcome, at, note }: Pick<repo.StoredVisit, 'outcome' | 'at' | 'note'>,
  mayReadNotes: boolean,
): LastVisit => ({ outcome, day: londonDay(at), note: mayReadNotes ? note : null })

/** The last visit of each household that had one. */
export async function readLastVisits(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
  mayReadNotes: boolean,
): Promise<ReadonlyMap<string, LastVisit>> {
  const visits = await repo.findLastVisits(tx, organisationId, references)
  return new Map([...visits].map(([reference, visit]) => [reference, presentVisit(visit, mayReadNotes)]))
}
