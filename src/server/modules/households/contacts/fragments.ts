import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Channel } from '#contract/households/channels'
import { contactChanges, contacts, doNotContactMarks } from '../../../db/schema'

/** Shared by all spellings of a number. */
export const lastDigits = (number: SQL): SQL<string> => sql`right(regexp_replace(${number}, '\\D', '', 'g'), 10)`

const hasNumber = sql`mark.number = ${lastDigits(sql`contacts.mobile`)}`

const isMarked = (how: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${doNotContactMarks} as mark
    where mark.organisation_id = contacts.organisation_id and ${how})`

/** SQL: whether the `contacts` row is do-not-contact, by month or mark: docs/product.md#do-not-contact. */
export const doNotContact = sql<boolean>`(contacts.do_not_contact or ${isMarked(
  sql`(mark.household_reference = contacts.household_reference or ${hasNumber}) and mark.reason <> 'wrong_number'`,
)})`

/** SQL: its number, empty where known to be wrong. */
export const usableMobile = sql<string>`case when ${isMarked(sql`${hasNumber} and mark.reason = 'wrong_number'`)}
  then '' else contacts.mobile end`

/** SQL: digest of what a channel uses. A run removes recipients whose digest has changed. */
export const contactDigest: Readonly<Record<Channel, SQL<string>>> = {
  sms: sql<string>`md5(${usableMobile})`,
  print_and_post: sql<string>`md5(concat_ws(chr(31), ${contacts.addressLine1}, ${contacts.addressLine2}, ${contacts.town}, ${contacts.postcode}))`,
}

/** SQL: joins a household's `contacts` row, if any. */
export const joinContact = (organisationId: SQLWrapper, reference: SQLWrapper): SQL =>
  sql`left join ${contacts} on contacts.organisation_id = ${organisationId} and contacts.household_reference = ${reference}`

/** SQL: changes with any contact or mark of the organisation. */
export const contactsVersion = (organisationId: string): SQL =>
  sql`coalesce((select version from ${contactChanges} where organisation_id = ${organisationId}), 0)::text`
