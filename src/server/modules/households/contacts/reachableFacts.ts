/** Caches flags and shared numbers, never contacts; the version in the key expires them. */
import { LANGUAGES } from '#contract/households/languages'
import type { Database } from '../../../db/database'
import { factPages } from '../snapshots/factPages'
import type { HouseholdFacts } from '../snapshots/snapshot'
import { postalAddress, ukMobile } from './contactRules'
import { contactsAfter } from './repo'

/** Same for households texted at one mobile number, without revealing it; 0 for none. */
export const NUMBER_GROUP = 'number_group'

/** Few, because each number and address is checked. */
const ROWS_A_STATEMENT = 1_000

/**
 * Facts `reachable_sms`, `reachable_print_and_post`, `do_not_contact`, {@link NUMBER_GROUP}, and `prefers_` with each
 * language.
 * @param version of the fragment contactsVersion
 */
export const createReachableFacts = (database: Database, organisationId: string, version: string): HouseholdFacts => ({
  key: `contacts ${version}`,
  bytesAHousehold: 11 + LANGUAGES.length,
  columns: [
    { name: 'reachable_sms', type: 'flag' },
    { name: 'reachable_print_and_post', type: 'flag' },
    { name: 'do_not_contact', type: 'flag' },
    { name: NUMBER_GROUP, type: 'number' },
    ...LANGUAGES.map((language) => ({ name: `prefers_${language}`, type: 'flag' }) as const),
  ],
  read() {
    const numberGroup = createNumbering()
    return factPages(
      (after) =>
        database.forOrganisation(organisationId, (tx) => contactsAfter(tx, organisationId, after, ROWS_A_STATEMENT)),
      ({ mobile, doNotContact, preferredLanguage, ...address }) => {
        const number = mobile === '' ? undefined : ukMobile(mobile)
        return [
          number !== undefined,
          postalAddress(address) !== undefined,
          doNotContact,
          number === undefined ? 0 : numberGroup(number),
          ...LANGUAGES.map((language) => preferredLanguage.trim().toLowerCase() === language),
        ]
      },
    )
  },
})

function createNumbering() {
  const known = new Map<string, number>()
  return (text: string): number => {
    const found = known.get(text) ?? known.size + 1
    known.set(text, found)
    return found
  }
}
