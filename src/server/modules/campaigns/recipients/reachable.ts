/** Caches flags, times and shared numbers, never contacts; versions in the keys expire them. */
import { RECENT_DAYS } from '#contract/households/contactPressure'
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { createReachableFacts } from '../../households/contacts/reachableFacts'
import { factPages } from '../../households/snapshots/factPages'
import type { HouseholdFacts } from '../../households/snapshots/snapshot'
import { contactedHouseholds, reachableVersions } from './contactedRepo'

export interface ReachableFacts {
  /** As `createReachableFacts` names them. */
  readonly contacts: HouseholdFacts
  readonly contacted: HouseholdFacts
}

const ROWS_A_STATEMENT = 5_000

/** Facts for the eligible count. @param tx an open transaction of the organisation */
export async function readReachableFacts(database: Database, organisationId: string, tx?: Tx): Promise<ReachableFacts> {
  const versions = await (tx
    ? reachableVersions(tx, organisationId)
    : database.forOrganisation(organisationId, (own) => reachableVersions(own, organisationId)))
  return {
    contacts: createReachableFacts(database, organisationId, versions.contacts),
    contacted: createContactedFacts(database, organisationId, versions.contacted),
  }
}

function createContactedFacts(database: Database, organisationId: string, version: string): HouseholdFacts {
  const recentFrom = daysOn(londonDay(new Date()), -RECENT_DAYS)
  return {
    key: `contacted ${version} ${recentFrom}`,
    bytesAHousehold: 16,
    columns: [
      { name: 'contacted_at', type: 'number' },
      { name: 'recent_messages', type: 'number' },
    ],
    read: () =>
      factPages(
        (after) =>
          database.forOrganisation(organisationId, (tx) =>
            contactedHouseholds(tx, organisationId, recentFrom, after, ROWS_A_STATEMENT),
          ),
        ({ at, recent }) => [at, recent],
      ),
  }
}
