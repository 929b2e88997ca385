import { and, asc, count, desc, eq, inArray, isNotNull, max, ne, sql } from 'drizzle-orm'
import type { Reply } from '#contract/campaigns/replyWords'
import type { Tx } from '../../../db/engine'
import { recipients } from '../../../db/schema'
import { selectBenefit, selectChannel, selectName } from './fragments'

/** By its code's possible hashes. */
export async function findSentLetter(tx: Tx, hashes: readonly string[]) {
  const [found] = await tx
    .select({
      campaignId: recipients.campaignId,
      benefit: selectBenefit(recipients.campaignId),
      sentAt: recipients.sentAt,
    })
    .from(recipients)
    .where(
      and(
        inArray(recipients.letterCodeHash, [...hashes]),
        isNotNull(recipients.sentAt),
        ne(recipients.state, 'removed'),
      ),
    )
  return found
}

/** By a code's possible hashes. */
export async function findHouseholdsOfLetter(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ reference: recipients.householdReference })
    .from(recipients)
    .where(inArray(recipients.letterCodeHash, [...hashes]))
  return found.map(({ reference }) => reference)
}

/** By reference as written or in capitals. */
export async function findWrittenTo(tx: Tx, organisationId: string, written: string): Promise<string[]> {
  const found = await tx
    .selectDistinct({ reference: recipients.householdReference })
    .from(recipients)
    .where(sentTo(organisationId, [written, written.toUpperCase()]))
  return found.map(({ reference }) => reference)
}

const sentTo = (organisationId: string, references: readonly string[]) =>
  and(
    eq(recipients.organisationId, organisationId),
    sql`${recipients.householdReference} = any(${sql.param([...references])}::text[])`,
    isNotNull(recipients.sentAt),
  )

/** Messages sent to any of the households, newest first. */
export async function listMessagesTo(tx: Tx, organisationId: string, references: readonly string[]) {
  const found = await tx
    .select({
      reference: recipients.householdReference,
      campaign: selectName(recipients.campaignId),
      channel: selectChannel(recipients.campaignId),
      sentAt: recipients.sentAt,
    })
    .from(recipients)
    .where(sentTo(organisationId, references))
    .orderBy(desc(recipients.sentAt))
  return found.flatMap(({ sentAt, ...message }) => (sentAt ? [{ ...message, sentAt }] : []))
}

/** Organisations that sent a text to a number, who did so last first. @param number as +447… */
export async function findOrganisationsWritingTo(tx: Tx, number: string): Promise<string[]> {
  const found = await tx
    .select({ organisationId: recipients.organisationId })
    .from(recipients)
    .where(and(eq(recipients.destination, number), isNotNull(recipients.sentAt)))
    .groupBy(recipients.organisationId)
    .orderBy(desc(max(recipients.sentAt)))
  return found.map(({ organisationId }) => organisationId)
}

/** On the latest message. @returns false without one */
export async function noteReply(tx: Tx, organisationId: string, reference: string, reply: Reply): Promise<boolean> {
  const own = sentTo(organisationId, [reference])
  const latest = tx
    .select({ id: recipients.campaignId })
    .from(recipients)
    .where(own)
    .orderBy(desc(recipients.sentAt))
    .limit(1)
  const noted = await tx
    .update(recipients)
    .set({ reply, repliedAt: sql`now()` })
    .where(and(own, inArray(recipients.campaignId, latest)))
    .returning({ id: recipients.campaignId })
  return noted.length > 0
}

/** By latest reply, most frequent first. */
export async function countReplies(tx: Tx, campaignId: number): Promise<{ reply: Reply; households: number }[]> {
  const found = await tx
    .select({ reply: recipients.reply, households: count() })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), isNotNull(recipients.reply)))
    .groupBy(recipients.reply)
    .orderBy(desc(count()), asc(recipients.reply))
  return found.flatMap(({ reply, households }) => (reply ? [{ reply, households }] : []))
}
