import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ImportState } from '#contract/households/imports'
import type { Tx } from '../../../db/engine'
import { imports } from '../../../db/schema'
import { knownPeople } from '../../organisations/people/fragments'
import { namedTokens } from '../month-tokens/fragments'

export type ImportRow = typeof imports.$inferSelect

/** The latest, with who began it. */
export async function latest(tx: Tx) {
  const people = knownPeople(tx)
  const tokens = namedTokens(tx)
  const { firstName, lastName, email } = people
  const [found] = await tx
    .select({ row: imports, firstName, lastName, email, token: tokens.name })
    .from(imports)
    .leftJoin(people, eq(people.id, imports.begunBy))
    .leftJoin(tokens, eq(tokens.id, imports.tokenId))
    .orderBy(desc(imports.begunAt), desc(imports.id))
    .limit(1)
  return found
}

/** Reports on months, under row-level security. */
export const listOutcomes = (tx: Tx) =>
  tx.select({ month: imports.month, begunAt: imports.begunAt, outcome: imports.outcome }).from(imports)

/** Locks an import, under row-level security. */
export async function find(tx: Tx, id: string): Promise<ImportRow | undefined> {
  const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  return found
}

/** @returns undefined when another is open */
export async function add(
  tx: Tx,
  row: Pick<
    ImportRow,
    'organisationId' | 'month' | 'hasContacts' | 'hasWards' | 'localAuthority' | 'begunBy' | 'tokenId'
  >,
): Promise<string | undefined> {
  const [added] = await tx.insert(imports).values(row).onConflictDoNothing().returning({ id: imports.id })
  return added?.id
}

export type ImportChange = Partial<Pick<ImportRow, 'state' | 'doing' | 'fraction' | 'failure' | 'outcome'>>

/** Moves it from one of the states. @returns whether it was in one */
export async function move(tx: Tx, id: string, from: readonly ImportState[], change: ImportChange): Promise<boolean> {
  const moved = await tx
    .update(imports)
    .set(change)
    .where(and(eq(imports.id, id), inArray(imports.state, [...from])))
    .returning({ id: imports.id })
  return moved.length > 0
}

/** A token's imports whose files have not all arrived. @returns which */
export const discardUnfinished = (tx: Tx, tokenId: string) =>
  tx
    .update(imports)
    .set({ state: 'discarded' })
    .where(and(eq(imports.tokenId, tokenId), eq(imports.state, 'uploading')))
    .returning({ id: imports.id, month: imports.month })

/** Withdraws a published month. @param why as administrators read it */
export const withdraw = (tx: Tx, month: string, why: string) =>
  tx
    .update(imports)
    .set({ state: 'discarded', failure: why })
    .where(and(eq(imports.month, month), eq(imports.state, 'published')))

/** All in one of the states, under row-level security. @returns which */
export const moveAll = (tx: Tx, from: readonly ImportState[], change: ImportChange) =>
  tx
    .update(imports)
    .set(change)
    .where(inArray(imports.state, [...from]))
    .returning({ id: imports.id })
