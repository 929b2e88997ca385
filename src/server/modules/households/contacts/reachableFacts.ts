/** Caches flags, never contacts; the version in the key expires them. */
import { LANGUAGES } from '#contract/campaigns/languages'
import type { Database } from '../../../db/database'
import { factPages } from '../snapshots/factPages'
import type { HouseholdFacts } from '../snapshots/snapshot'
import { postalAddress, ukMobile } from './contactRules'
import { contactsAfter } from './repo'

/** Few, because each number and address is checked. */
const ROWS_A_STATEMENT = 1_000

/**
 * Facts `reachable_sms`, `reachable_print_and_post`, `do_not_contact`, and `prefers_` with each language.
 * @param version of the fragment contactsVersion
 */
export const createReachableFacts = (database: Database, organisationId: string, version: string): HouseholdFacts => ({
  key: `contacts ${version}`,
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
        database.forOrganisation(organisationId, (tx) => contactsAfter(tx, organisationId, after, ROWS_A_STATEMENT)),
      ({ mobile, doNotContact, preferredLanguage, ...address }) => [
        mobile !== '' && ukMobile(mobile) !== undefined,
        postalAddress(address) !== undefined,
        doNotContact,
        ...LANGUAGES.map((language) => preferredLanguage.trim().toLowerCase() === language),
      ],
    ),
})
