import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Channel } from '#contract/campaigns'
import type { Tx } from '../../db/database'
import { contacts } from '../../db/schema'
import { contactDigestSql, postalAddress, ukMobile } from './contactRules'

/** What may be known of a household's contact outside these tables: no personal data. */
export interface ContactFlags {
  readonly reference: string
  readonly sms: boolean
  readonly letter: boolean
  readonly doNotContact: boolean
}

/** Some contacts after a reference, by reference. */
export async function contactFlags(
  tx: Tx,
  organisationId: string,
  after: string,
  limit: number,
): Promise<ContactFlags[]> {
  const found = await tx
    .select({
      reference: contacts.householdReference,
      addressLine1: contacts.addressLine1,
      addressLine2: contacts.addressLine2,
      town: contacts.town,
      postcode: contacts.postcode,
      mobile: contacts.mobile,
      doNotContact: contacts.doNotContact,
    })
    .from(contacts)
    .where(and(eq(contacts.organisationId, organisationId), gt(contacts.householdReference, after)))
    .orderBy(asc(contacts.householdReference))
    .limit(limit)
  return found.map(({ reference, mobile, doNotContact, ...address }) => ({
    reference,
    sms: mobile !== '' && ukMobile(mobile) !== undefined,
    letter: postalAddress(address) !== undefined,
    doNotContact,
  }))
}

/** The contacts of some households, with the digest of what the channel uses. */
export const contactsOf = (tx: Tx, organisationId: string, channel: Channel, references: readonly string[]) =>
  tx
    .select({
      householdReference: contacts.householdReference,
      title: contacts.title,
      firstName: contacts.firstName,
      lastName: contacts.lastName,
      addressLine1: contacts.addressLine1,
      addressLine2: contacts.addressLine2,
      town: contacts.town,
      postcode: contacts.postcode,
      mobile: contacts.mobile,
      doNotContact: contacts.doNotContact,
      digest: contactDigestSql[channel],
    })
    .from(contacts)
    .where(
      and(
        eq(contacts.organisationId, organisationId),
        sql`${contacts.householdReference} = any(${sql.param([...references])}::text[])`,
      ),
    )
export type ContactRow = Awaited<ReturnType<typeof contactsOf>>[number]
