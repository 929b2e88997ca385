import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Channel } from '#contract/campaigns/campaigns'
import { contactChanges, contacts, doNotContactMarks } from '../../../db/schema'

/** The digits that all spellings of a number share. */
export const lastDigits = (number: SQL): SQL<string> => sql`right(regexp_replace(${number}, '\\D', '', 'g'), 10)`

const hasNumber = sql`mark.number = ${lastDigits(sql`contacts.mobile`)}`

const isMarked = (how: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${doNotContactMarks} as mark
    where mark.organisation_id = contacts.organisation_id and ${how})`

/** SQL: whether the `contacts` row is do-not-contact, by the month or by a mark: docs/product.md#do-not-contact. */
export const doNotContact = sql<boolean>`(contacts.do_not_contact or ${isMarked(
  sql`(mark.household_reference = contacts.household_reference or ${hasNumber}) and mark.reason <> 'wrong_number'`,
)})`

/** SQL: the number of the `contacts` row, empty where known to be wrong. */
export const usableMobile = sql<string>`case when ${isMarked(sql`${hasNumber} and mark.reason = 'wrong_number'`)}
  then '' else contacts.mobile end`

/** SQL: digest of what a channel uses of the `contacts` row. A run removes recipients whose digest has changed. */
export const contactDigest: Readonly<Record<Channel, SQL<string>>> = {
  sms: sql<string>`md5(${usableMobile})`,
  print_and_post: sql<string>`md5(concat_ws(chr(31), ${contacts.addressLine1}, ${contacts.addressLine2}, ${contacts.town}, ${contacts.postcode}))`,
}

/** SQL: joins the `contacts` row of a household, if it has one. */
export const joinContact = (organisationId: SQLWrapper, reference: SQLWrapper): SQL =>
  sql`left join ${contacts} on contacts.organisation_id = ${organisationId} and contacts.household_reference = ${reference}`

/** SQL: changes whenever a contact or a mark of the organisation does. */
export const contactsVersion = (organisationId: string): SQL =>
  sql`coalesce((select version from ${contactChanges} where organisation_id = ${organisationId}), 0)::text`
