/** Caches flags and times, never contacts; versions in the keys expire them. */
import { RECENT_DAYS } from '#contract/households/contactPressure'
import { LANGUAGES } from '#contract/campaigns/languages'
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { pagesOf } from '../../../db/rows'
import type { HouseholdFact, HouseholdFacts } from '../../households/snapshots/snapshot'
import { postalAddress, ukMobile } from './contactRules'
import * as contactsRepo from './contactsRepo'
import * as contactedRepo from './contactedRepo'

export interface ReachableFacts {
  /** `reachable_sms`, `reachable_print_and_post`, `do_not_contact`, and `prefers_` with each language. */
  readonly contacts: HouseholdFacts
  /** `contacted_at`, UTC seconds, and `recent_messages`: docs/product.md#contact-pressure. */
  readonly contacted: HouseholdFacts
}

/** Takes milliseconds, because requests wait for the statement. */
const ROWS_A_STATEMENT = 5_000
/** Fewer, because each number and address is checked. */
const CONTACTS_A_STATEMENT = 1_000

/** Facts for the eligible count. */
export function createReachableHouseholds({ database }: { database: Database }) {
  return {
    /** @param tx an open transaction of the organisation */
    async facts(organisationId: string, tx?: Tx): Promise<ReachableFacts> {
      const inOrganisation = <T>(read: (own: Tx) => Promise<T>) => database.forOrganisation(organisationId, read)
      const versions = await (tx
        ? contactedRepo.reachableVersions(tx, organisationId)
        : inOrganisation((own) => contactedRepo.reachableVersions(own, organisationId)))
      const recentFrom = daysOn(londonDay(new Date()), -RECENT_DAYS)
      return {
        contacts: {
          key: `contacts ${versions.contacts}`,
          bytesAHousehold: 3 + LANGUAGES.length,
          columns: [
            { name: 'reachable_sms', type: 'flag' },
            { name: 'reachable_print_and_post', type: 'flag' },
            { name: 'do_not_contact', type: 'flag' },
            ...LANGUAGES.map((language) => ({ name: `prefers_${language}`, type: 'flag' }) as const),
          ],
          read: () =>
            factPages(
              (after) =>
                inOrganisation((own) => contactsRepo.contactsAfter(own, organisationId, after, CONTACTS_A_STATEMENT)),
              ({ mobile, doNotContact, preferredLanguage, ...address }) => [
                mobile !== '' && ukMobile(mobile) !== undefined,
                postalAddress(address) !== undefined,
                doNotContact,
                ...LANGUAGES.map((language) => preferredLanguage.trim().toLowerCase() === language),
              ],
            ),
        },
        contacted: {
          key: `contacted ${versions.contacted} ${recentFrom}`,
          bytesAHousehold: 16,
          columns: [
            { name: 'contacted_at', type: 'number' },
            { name: 'recent_messages', type: 'number' },
          ],
          read: () =>
            factPages(
              (after) =>
                inOrganisation((own) =>
                  contactedRepo.contactedHouseholds(own, organisationId, recentFrom, after, ROWS_A_STATEMENT),
                ),
              ({ at, recent }) => [at, recent],
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
