/** The latest messages of households, and what came back. */
import { and, asc, count, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Reply } from '#contract/replyWords'
import type { Tx } from '../../db/database'
import { recipients } from '../../db/schema'
import { benefitOf, channelOf } from '../campaigns/fragments'

/** A letter that was sent, by the hashes that its code may have. */
export async function sentLetter(tx: Tx, hashes: readonly string[]) {
  const [found] = await tx
    .select({
      campaignId: recipients.campaignId,
      benefit: benefitOf(recipients.campaignId),
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

/** Whose letter has a code, by the hashes that it may have. */
export async function householdsOfLetter(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ reference: recipients.householdReference })
    .from(recipients)
    .where(inArray(recipients.letterCodeHash, [...hashes]))
  return found.map(({ reference }) => reference)
}

const sentTo = (organisationId: string, reference: string) =>
  and(
    eq(recipients.organisationId, organisationId),
    eq(recipients.householdReference, reference),
    isNotNull(recipients.sentAt),
  )

/** The latest messages that a household had, newest first. */
export async function messagesTo(tx: Tx, organisationId: string, reference: string, limit: number) {
  const found = await tx
    .select({ channel: channelOf(recipients.campaignId), sentAt: recipients.sentAt })
    .from(recipients)
    .where(sentTo(organisationId, reference))
    .orderBy(desc(recipients.sentAt))
    .limit(limit)
  return found.flatMap(({ channel, sentAt }) => (sentAt ? [{ channel, sent_at: sentAt.toISOString() }] : []))
}

/** Notes a reply with the latest message that a household had. @returns false when it had none */
export async function noteReply(tx: Tx, organisationId: string, reference: string, reply: Reply): Promise<boolean> {
  const latest = tx
    .select({ id: recipients.campaignId })
    .from(recipients)
    .where(sentTo(organisationId, reference))
    .orderBy(desc(recipients.sentAt))
    .limit(1)
  const noted = await tx
    .update(recipients)
    .set({ reply })
    .where(and(sentTo(organisationId, reference), inArray(recipients.campaignId, latest)))
    .returning({ id: recipients.campaignId })
  return noted.length > 0
}

/** Households by what came back last, most first. */
export async function repliesTo(tx: Tx, campaignId: number): Promise<{ reply: Reply; households: number }[]> {
  const found = await tx
    .select({ reply: recipients.reply, households: count() })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), isNotNull(recipients.reply)))
    .groupBy(recipients.reply)
    .orderBy(desc(count()), asc(recipients.reply))
  return found.flatMap(({ reply, households }) => (reply ? [{ reply, households }] : []))
}
