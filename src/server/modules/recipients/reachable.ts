/**
 * Contacts are personal data and stay in the records. The eligible count needs only whether a household can be reached
 * and when it was last contacted: flags and a time, kept in memory beside the snapshot. Their keys name what they were
 * made of (the contacts' count of changes, the campaigns run), so that the next count sees any server's change.
 */
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/pages'
import type { HouseholdFact, HouseholdFacts } from '../snapshots/snapshot'
import { contactedHouseholds, reachableVersions, type ContactedHousehold } from './contacted'
import { contactFlags, type ContactFlags } from './contactRows'

export interface ReachableHouseholds {
  /** The facts as the records stand now. @param tx of the organisation, where one is open already */
  facts(organisationId: string, tx?: Tx): Promise<ReachableFacts>
}

export interface ReachableFacts {
  /** `reachable_sms`, `reachable_print_and_post` and `do_not_contact`. */
  readonly contacts: HouseholdFacts
  /** `contacted_at`, in seconds (UTC). */
  readonly contacted: HouseholdFacts
}

/** Some milliseconds a statement, so that other requests are not kept waiting. */
const ROWS_A_STATEMENT = 5_000
/** Fewer, because each contact's number and address are checked here. */
const CONTACTS_A_STATEMENT = 1_000

/** Reads the facts when a count needs them. */
export function createReachableHouseholds({ database }: { database: Database }): ReachableHouseholds {
  return {
    async facts(organisationId, tx) {
      const inOrganisation = <T>(read: (own: Tx) => Promise<T>) => database.forOrganisation(organisationId, read)
      const versions = await (tx
        ? reachableVersions(tx, organisationId)
        : inOrganisation((own) => reachableVersions(own, organisationId)))
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
            factPages<ContactFlags>(
              (last) =>
                inOrganisation((own) => contactFlags(own, organisationId, last?.reference ?? '', CONTACTS_A_STATEMENT)),
              ({ sms, letter, doNotContact }) => [sms, letter, doNotContact],
            ),
        },
        contacted: {
          key: `contacted ${versions.contacted}`,
          bytesAHousehold: 8,
          columns: [{ name: 'contacted_at', type: 'number' }],
          read: () =>
            factPages<ContactedHousehold>(
              (last) =>
                inOrganisation((own) =>
                  contactedHouseholds(own, organisationId, last?.reference ?? '', ROWS_A_STATEMENT),
                ),
              ({ at }) => [at],
            ),
        },
      }
    },
  }
}

async function* factPages<Row extends { readonly reference: string }>(
  page: (last: Row | undefined) => Promise<Row[]>,
  valuesOf: (row: Row) => HouseholdFact['values'],
): AsyncIterable<HouseholdFact[]> {
  for await (const rows of pagesOf<Row>(page)) {
    yield rows.map((row) => ({ reference: row.reference, values: valuesOf(row) }))
  }
}
