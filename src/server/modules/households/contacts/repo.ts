import { and, asc, eq, getTableColumns, gt, ne, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Channel } from '#contract/households/channels'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { contacts } from '../../../db/schema'
import { contactDigest, doNotContact, lastDigits, usableMobile } from './fragments'

const { searchText: _searchText, ...CONTACT_COLUMNS } = getTableColumns(contacts)

/** A page of contacts, to decide reachability. */
export const contactsAfter = (tx: Tx, organisationId: string, after: string, limit: number) =>
  tx
    .select({
      reference: contacts.householdReference,
      addressLine1: contacts.addressLine1,
      addressLine2: contacts.addressLine2,
      town: contacts.town,
      postcode: contacts.postcode,
      preferredLanguage: contacts.preferredLanguage,
      mobile: usableMobile,
      doNotContact,
    })
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), gt(contacts.householdReference, after)))
    .orderBy(asc(contacts.householdReference))
    .limit(limit)

/** With the channel's digest. */
export const findContacts = (tx: Tx, organisationId: string, channel: Channel, references: readonly string[]) =>
  tx
    .select({ ...CONTACT_COLUMNS, mobile: usableMobile, doNotContact, digest: contactDigest[channel] })
    .from(contacts)
    .where(
      and(
        eq(contacts.organisationId, organisationId),
        sql`${contacts.householdReference} = any(${sql.param([...references])}::text[])`,
      ),
    )
export type ContactRow = Awaited<ReturnType<typeof findContacts>>[number]

/** @param digits last ten of the number */
export const householdsWithNumber = (tx: Tx, organisationId: string, digits: string) =>
  tx
    .select({ reference: contacts.householdReference })
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), eq(lastDigits(sql`contacts.mobile`), digits)))

/** Households sharing a mobile number. @returns its last ten digits by reference */
export async function findSharedNumbers(tx: Tx, organisationId: string): Promise<Map<string, string>> {
  const digits = lastDigits(sql`contacts.mobile`)
  const numbers = tx
    .select({ reference: contacts.householdReference, digits: digits.as('digits') })
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), ne(contacts.mobile, '')))
    .as('numbers')
  const sharing = tx
    .select({
      reference: numbers.reference,
      digits: numbers.digits,
      households: sql<number>`count(*) over (partition by ${numbers.digits})`.mapWith(Number).as('households'),
    })
    .from(numbers)
    .as('sharing')
  const rows = await tx
    .select({ reference: sharing.reference, digits: sharing.digits })
    .from(sharing)
    .where(gt(sharing.households, 1))
  return new Map(rows.map((row) => [row.reference, row.digits]))
}

/** A contact as imported. */
export async function findContact(tx: Tx, organisationId: string, reference: string) {
  const [found] = await tx
    .select(CONTACT_COLUMNS)
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), eq(contacts.householdReference, reference)))
  return found
}
export type HeldContact = NonNullable<Awaited<ReturnType<typeof findContact>>>

/** A page of households that have a contact. */
export const householdsAfter = (tx: Tx, organisationId: string, after: string, limit: number) =>
  tx
    .select({ reference: contacts.householdReference })
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), gt(contacts.householdReference, after)))
    .orderBy(asc(contacts.householdReference))
    .limit(limit)

/** Households that have a contact. */
export const listHouseholds = (tx: Tx, organisationId: string) =>
  tx
    .select({ reference: contacts.householdReference })
    .from(contacts)
    .where(eq(contacts.organisationId, organisationId))

/** @returns their numbers */
export const deleteContactsByReference = (tx: Tx, organisationId: string, references: readonly string[]) =>
  tx
    .delete(contacts)
    .where(
      and(
        eq(contacts.organisationId, organisationId),
        sql`${contacts.householdReference} = any(${sql.param([...references])}::text[])`,
      ),
    )
    .returning({ mobile: contacts.mobile })

const CONTACT_TEXTS = [
  ...[
    'household_reference',
    'title',
    'first_name',
    'last_name',
    'address_line_1',
    'address_line_2',
    'town',
    'postcode',
  ],
  ...['mobile', 'preferred_language'],
]
const CONTACT_FIELDS = [...CONTACT_TEXTS, 'do_not_contact']

/** How many of a page an organisation has, and for how many of these a text or a letter seems possible. */
export async function countContactsAfter(
  tx: Tx,
  organisationId: string,
  after: string,
  limit: number,
): Promise<CountedContacts> {
  const page = tx
    .select({
      reference: contacts.householdReference,
      mobile: contacts.mobile,
      hasAddress: sql<boolean>`contacts.postcode <> '' and contacts.address_line_1 <> ''`.as('has_address'),
    })
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), gt(contacts.householdReference, after)))
    .orderBy(asc(contacts.householdReference))
    .limit(limit)
    .as('page')
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [counts] = await tx
    .select({
      all: count(sql`true`),
      texts: count(sql`${lastDigits(sql`${page.mobile}`)} like ${TEXT_DIGITS}`),
      letters: count(sql`${page.hasAddress}`),
      last: sql<string | null>`max(${page.reference})`,
    })
    .from(page)
  return counts ?? { all: 0, texts: 0, letters: 0, last: null }
}

/** The last ten digits of a mobile number. */
export const TEXT_DIGITS = '7_________'
export interface ContactCounts {
  readonly all: number
  readonly texts: number
  readonly letters: number
}

export interface CountedContacts extends ContactCounts {
  /** The last reference of the page; null: there were none. */
  readonly last: string | null
}

/** Deletes an organisation's contacts. */
export const deleteContacts = (tx: Tx, organisationId: string) =>
  tx.delete(contacts).where(eq(contacts.organisationId, organisationId))

/** @returns references of those that are new, or not as they are held */
export async function findChanged(
  tx: Tx,
  organisationId: string,
  columns: readonly (readonly string[])[],
  doNotContact: readonly boolean[],
): Promise<string[]> {
  const [references = [], ...texts] = columns
  const written = doNotContact.map((mark, row) =>
    writeInOne([...texts.map((values) => values[row] ?? ''), String(mark)]),
  )
  const held = CONTACT_FIELDS.filter((name) => name !== 'household_reference').map((name) => `held.${name}::text`)
  const rows = await tx.execute(sql`
    select given.reference
    from unnest(${sql.param([...references])}::text[], ${sql.param(written)}::text[]) given (reference, written)
    left join lateral (
      select concat(${sql.raw(held.map((value) => `octet_length(${value}), ':', ${value}`).join(', '))}) as written
      from contacts held
      where held.organisation_id = ${organisationId} and held.household_reference = given.reference
      offset 0
    ) held on true
    where held.written is distinct from given.written`)
  return parseRows(rows, z.object({ reference: z.string() })).map(({ reference }) => reference)
}

/** Told apart by their lengths. */
const writeInOne = (texts: readonly string[]) => texts.map((text) => `${Buffer.byteLength(text)}:${text}`).join('')

/** Thousands in one statement, by column. */
export async function insertContacts(
  tx: Tx,
  organisationId: string,
  columns: readonly (readonly string[])[],
  doNotContact: readonly boolean[],
): Promise<void> {
  if (columns.length !== CONTACT_TEXTS.length) throw new Error('A contact has ten texts.')
  const arrays = [
    ...columns.map((values) => sql`${sql.param(values)}::text[]`),
    sql`${sql.param(doNotContact)}::boolean[]`,
  ]
  await tx.execute(
    sql`insert into contacts (organisation_id, ${sql.raw(CONTACT_FIELDS.join(', '))})
        select ${organisationId}::uuid, * from unnest(${sql.join(arrays, sql`, `)})`,
  )
}
