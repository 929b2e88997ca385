/**
 * Flags and a time are kept in memory beside the snapshot, never contacts. Their keys name what they were made of, so
 * that the next count sees a change.
 */
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/rows'
import type { HouseholdFact, HouseholdFacts } from '../snapshots/snapshot'
import { postalAddress, ukMobile } from './contactRules'
import * as repo from './repo'

export interface ReachableFacts {
  /** `reachable_sms`, `reachable_print_and_post` and `do_not_contact`. */
  readonly contacts: HouseholdFacts
  /** `contacted_at`, in seconds (UTC). */
  readonly contacted: HouseholdFacts
}

/** Some milliseconds, so that other requests need not wait. */
const ROWS_A_STATEMENT = 5_000
/** Each contact's number and address are checked here. */
const CONTACTS_A_STATEMENT = 1_000

/** Facts for the eligible count. */
export function createReachableHouseholds({ database }: { database: Database }) {
  return {
    /** @param tx of the organisation, if open already */
    async facts(organisationId: string, tx?: Tx): Promise<ReachableFacts> {
      const inOrganisation = <T>(read: (own: Tx) => Promise<T>) => database.forOrganisation(organisationId, read)
      const versions = await (tx
        ? repo.reachableVersions(tx, organisationId)
        : inOrganisation((own) => repo.reachableVersions(own, organisationId)))
      return {
        contacts: {
          key: `contacts ${versions.contacts}`,
          bytesAHousehold: 3,
          columns: [
            { name: 'reachable_sms', type: 'flag' },
            { name: 'reachable_print_and_post', type: 'flag' },
            { name: 'do_not_contact', type: 'flag' },
          ],
          read: () =>
            factPages(
              (after) => inOrganisation((own) => repo.contactsAfter(own, organisationId, after, CONTACTS_A_STATEMENT)),
              ({ mobile, doNotContact, ...address }) => [
                mobile !== '' && ukMobile(mobile) !== undefined,
                postalAddress(address) !== undefined,
                doNotContact,
              ],
            ),
        },
        contacted: {
          key: `contacted ${versions.contacted}`,
          bytesAHousehold: 8,
          columns: [{ name: 'contacted_at', type: 'number' }],
          read: () =>
            factPages(
              (after) =>
                inOrganisation((own) => repo.contactedHouseholds(own, organisationId, after, ROWS_A_STATEMENT)),
              ({ at }) => [at],
            ),
        },
      }
    },
  }
}

async function* factPages<Row extends { readonly reference: string }>(
  page: (after: string) => Promise<Row[]>,
  valuesOf: (row: Row) => HouseholdFact['values'],
): AsyncIterable<HouseholdFact[]> {
  for await (const rows of pagesOf<Row>((last) => page(last?.reference ?? ''))) {
    yield rows.map((row) => ({ reference: row.reference, values: valuesOf(row) }))
  }
}
