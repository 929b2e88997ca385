import { contacts } from '../../../src/server/db/schema'
import type { TestServer } from './server'

type Contact = typeof contacts.$inferInsert

/** A contact that both channels reach, apart from what `cells` changes. Numbers are of Ofcom's range for drama. */
export const exampleContact = (
  householdReference: string,
  cells: Partial<Omit<Contact, 'organisationId' | 'householdReference'>> = {},
): Omit<Contact, 'organisationId'> => ({
  householdReference,
  title: 'Mrs',
  firstName: 'Edna',
  lastName: 'Ashworth',
  addressLine1: '1 Harbour Street',
  addressLine2: '',
  town: 'Ashford',
  postcode: 'ZE9 1AA',
  mobile: '07700 900123',
  preferredLanguage: 'en',
  doNotContact: false,
  ...cells,
})

/** Puts contacts into the records as an import would. */
export async function addContacts(
  { services, seed }: Pick<TestServer, 'services' | 'seed'>,
  organisation: 'ashford' | 'brynmor',
  rows: readonly Omit<Contact, 'organisationId'>[],
): Promise<void> {
  const organisationId = seed[organisation].id
  await services.database.asSystem((tx) => tx.insert(contacts).values(rows.map((row) => ({ ...row, organisationId }))))
}
