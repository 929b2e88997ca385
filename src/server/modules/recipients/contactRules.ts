/**
 * Policy (decision 26): whom a channel reaches.
 *
 * A text goes to a UK mobile: `07` and nine digits, or the same after +44, without the ranges that are no mobiles
 * (070 personal numbers, 076 pagers, of which 07624 is the Isle of Man's mobiles). A letter goes to a full address:
 * a first line, a second line or a town, and a postcode of the Post Office's form, which are the three lines that
 * GOV.UK Notify wants at least.
 *
 * The count of eligible households asks the database, the preparing of a message asks here: both use the same
 * patterns, written so that PostgreSQL and JavaScript read them alike.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Channel } from '#contract/campaigns'
import { contacts } from '../../db/schema'

const MOBILE = '^((\\+|00)?44)?0?7([1-57-9][0-9]{8}|624[0-9]{6})$'
/** What people write between the digits. */
const FILLERS = ' ().-'
const POSTCODE = '^([A-Z]{1,2}[0-9][A-Z0-9]?[0-9][ABD-HJLNP-UW-Z]{2}|GIR0AA)$'

/** A UK mobile as +447…, or undefined when the text is none. */
export function ukMobile(text: string): string | undefined {
  const digits = [...text].filter((sign) => !FILLERS.includes(sign)).join('')
  return new RegExp(MOBILE).test(digits) ? `+44${digits.slice(-10)}` : undefined
}

/** Whether the text has a postcode's form. */
export const isPostcode = (text: string): boolean => new RegExp(POSTCODE).test(text.replaceAll(' ', '').toUpperCase())

export interface PostalAddress {
  readonly addressLine1: string
  readonly addressLine2: string
  readonly town: string
  readonly postcode: string
}

/** Whether a letter can be addressed to it. */
export const isFullAddress = ({ addressLine1, addressLine2, town, postcode }: PostalAddress): boolean =>
  addressLine1.trim() !== '' && `${addressLine2}${town}`.trim() !== '' && isPostcode(postcode)

const isMobileSql = sql`translate(${contacts.mobile}, ${FILLERS}, '') ~ ${MOBILE}`
const isFullAddressSql = sql`(
  trim(${contacts.addressLine1}) <> '' and trim(${contacts.addressLine2} || ${contacts.town}) <> ''
  and upper(replace(${contacts.postcode}, ' ', '')) ~ ${POSTCODE})`

/** The same rules for a row of contacts, as SQL. */
export const isReachableSql: Readonly<Record<Channel, SQL>> = { sms: isMobileSql, print_and_post: isFullAddressSql }

/** Changes when the number or the address of a contact does: that is not the one that was reviewed. */
export const contactDigestSql: Readonly<Record<Channel, SQL<string>>> = {
  sms: sql<string>`md5(${contacts.mobile})`,
  print_and_post: sql<string>`md5(concat_ws(chr(31), ${contacts.addressLine1}, ${contacts.addressLine2}, ${contacts.town}, ${contacts.postcode}))`,
}
