import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { monthSettings, monthTokens } from '../../../db/schema'
import { knownPeople } from '../../organisations/people/fragments'

const isGood = gt(monthTokens.expiresAt, sql`now()`)

/** Newest first, under row-level security. */
export function list(tx: Tx) {
  const people = knownPeople(tx)
  return tx
    .select({ row: monthTokens, isGood: sql<boolean>`${isGood}`, madeBy: people.email })
    .from(monthTokens)
    .leftJoin(people, eq(people.id, monthTokens.madeBy))
    .orderBy(desc(monthTokens.madeAt), monthTokens.id)
}

/** Under row-level security. */
export async function countAll(tx: Tx): Promise<number> {
  const [found] = await tx.select({ tokens: count() }).from(monthTokens)
  return found?.tokens ?? 0
}

/** @param days until it expires */
export async function add(
  tx: Tx,
  row: Pick<typeof monthTokens.$inferInsert, 'organisationId' | 'name' | 'tokenHash' | 'madeBy'>,
  days: number,
) {
  const expiresAt = sql`now() + make_interval(days => ${days})`
  const [added] = await tx
    .insert(monthTokens)
    .values({ ...row, expiresAt })
    .returning({ expiresAt: monthTokens.expiresAt })
  return added
}

/** Under row-level security. @returns its name; undefined when there is none */
export async function remove(tx: Tx, id: string): Promise<string | undefined> {
  const [removed] = await tx.delete(monthTokens).where(eq(monthTokens.id, id)).returning({ name: monthTokens.name })
  return removed?.name
}

/** Deletes the tokens of every organisation. */
export const removeAll = (tx: Tx) => tx.delete(monthTokens)

const holder = { tokenId: monthTokens.id, organisationId: monthTokens.organisationId, name: monthTokens.name }

/** Notes that a token is used, unless it has expired. */
export async function use(tx: Tx, tokenHash: string) {
  const [found] = await tx
    .update(monthTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(monthTokens.tokenHash, tokenHash), isGood))
    .returning(holder)
  return found
}

/** Under row-level security; undefined once expired or revoked. */
export async function findGood(tx: Tx, id: string) {
  const [found] = await tx
    .select(holder)
    .from(monthTokens)
    .where(and(eq(monthTokens.id, id), isGood))
  return found
}

/** Under row-level security. */
export async function publishesByItself(tx: Tx): Promise<boolean> {
  const [found] = await tx.select().from(monthSettings)
  return found?.publishesByItself ?? false
}

/** Replaces the setting. */
export const setPublishing = (tx: Tx, row: typeof monthSettings.$inferInsert) =>
  tx.insert(monthSettings).values(row).onConflictDoUpdate({ target: monthSettings.organisationId, set: row })
