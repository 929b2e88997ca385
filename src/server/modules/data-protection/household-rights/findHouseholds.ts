import type { z } from 'zod'
import type { findHouseholds } from '#contract/data-protection/householdRights'
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import { searchContacts } from '../../households/contacts/findContacts'
import { isFewHouseholds, recordLooks } from '../../households/need-to-know/looks'
import type { AuditService } from '../../organisations/audit/service'
import { joinWords } from './words'

const MAX_FOUND = 20

/** @returns searches households by what their contacts say; audited, without the words */
export const createFindHouseholds =
  ({ database, audit }: { readonly database: Database; readonly audit: AuditService }) =>
  (person: Person, words: string): Promise<z.output<typeof findHouseholds.reply>> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      const found = await searchContacts(tx, person.organisationId, words, MAX_FOUND + 1)
      const households = found.slice(0, MAX_FOUND).map((contact) => ({
        household_reference: contact.householdReference,
        name: joinWords(' ', contact.title, contact.firstName, contact.lastName),
        address: joinWords(', ', contact.addressLine1, contact.addressLine2, contact.town, contact.postcode),
      }))
      if (isFewHouseholds(households.length)) {
        const references = households.map(({ household_reference }) => household_reference)
        await recordLooks(tx, person, 'rights desk, a search', references)
      }
      await audit.recordIn(tx, person, 'looked_up', 'rights desk, a search', households.length)
      return { households, has_more: found.length > MAX_FOUND }
    })
