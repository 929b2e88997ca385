import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Reply } from '#contract/campaigns/replyWords'
import type { Tx } from '../../../db/engine'
import { recipients } from '../../../db/schema'
import { selectBenefit, selectChannel } from './fragments'

/** A sent letter, by its code's possible hashes. */
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

/** Households whose letter has a code, by its possible hashes. */
export async function findHouseholdsOfLetter(tx: Tx, hashes: readonly string[]): Promise<string[]> {
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

/** Newest first. */
export async function listMessagesTo(tx: Tx, organisationId: string, reference: string, limit: number) {
  const found = await tx
    .select({ channel: selectChannel(recipients.campaignId), sentAt: recipients.sentAt })
    .from(recipients)
    .where(sentTo(organisationId, reference))
    .orderBy(desc(recipients.sentAt))
    .limit(limit)
  return found.flatMap(({ channel, sentAt }) => (sentAt ? [{ channel, sent_at: sentAt.toISOString() }] : []))
}

/**
 * Notes a reply on a household's latest message; help wanted earlier is closed. @returns false when it had no message
 */
export async function noteReply(tx: Tx, organisationId: string, reference: string, reply: Reply): Promise<boolean> {
  await markHelped(tx, organisationId, reference, true)
  const latest = tx
    .select({ id: recipients.campaignId })
    .from(recipients)
    .where(sentTo(organisationId, reference))
    .orderBy(desc(recipients.sentAt))
    .limit(1)
  const noted = await tx
    .update(recipients)
    .set({ reply, repliedAt: sql`now()`, helpedAt: null })
    .where(and(sentTo(organisationId, reference), inArray(recipients.campaignId, latest)))
    .returning({ id: recipients.campaignId })
  return noted.length > 0
}

const wantsHelp = (organisationId: string) =>
  and(eq(recipients.organisationId, organisationId), eq(recipients.reply, 'wants_help'), isNotNull(recipients.sentAt))

/** Households that want help, longest wait first; or that had it, latest first. */
export async function listWantsHelp(tx: Tx, organisationId: string, isHelped: boolean, limit: number) {
  const where = and(wantsHelp(organisationId), isHelped ? isNotNull(recipients.helpedAt) : isNull(recipients.helpedAt))
  const askedAt = sql`coalesce(${recipients.repliedAt}, ${recipients.sentAt})`
  const found = await tx
    .select({
      reference: recipients.householdReference,
      channel: selectChannel(recipients.campaignId),
      sentAt: recipients.sentAt,
      repliedAt: recipients.repliedAt,
      helpedAt: recipients.helpedAt,
    })
    .from(recipients)
    .where(where)
    .orderBy(isHelped ? desc(recipients.helpedAt) : asc(askedAt), asc(recipients.householdReference))
    .limit(limit)
  return {
    total: await tx.$count(recipients, where),
    households: found.flatMap(({ sentAt, repliedAt, helpedAt, ...rest }) =>
      sentAt ? [{ ...rest, sentAt, askedAt: repliedAt ?? sentAt, helpedAt }] : [],
    ),
  }
}

/** @returns false when the household wants no help */
export async function markHelped(
  tx: Tx,
  organisationId: string,
  reference: string,
  isHelped: boolean,
): Promise<boolean> {
  const noted = await tx
    .update(recipients)
    .set({ helpedAt: isHelped ? sql`coalesce(${recipients.helpedAt}, now())` : null })
    .where(and(wantsHelp(organisationId), eq(recipients.householdReference, reference)))
    .returning({ id: recipients.campaignId })
  return noted.length > 0
}

/** Households by latest reply, most frequent first. */
export async function countReplies(tx: Tx, campaignId: number): Promise<{ reply: Reply; households: number }[]> {
  const found = await tx
    .select({ reply: recipients.reply, households: count() })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), isNotNull(recipients.reply)))
    .groupBy(recipients.reply)
    .orderBy(desc(count()), asc(recipients.reply))
  return found.flatMap(({ reply, households }) => (reply ? [{ reply, households }] : []))
}
