import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { basemaps } from '../../../db/schema'

/** PostgreSQL's id of the writing transaction: changes with the row. */
const version = sql<string>`${basemaps}.xmin::text`

/** Cheaper than reading the basemap. */
export async function findVersion(tx: Tx, organisationId: string): Promise<string | undefined> {
  const [found] = await tx.select({ version }).from(basemaps).where(eq(basemaps.organisationId, organisationId))
  return found?.version
}

/** The file that an organisation's basemap lies in. */
export async function findBasemap(
  tx: Tx,
  organisationId: string,
): Promise<{ version: string; fileKey: string } | undefined> {
  const [found] = await tx
    .select({ version, fileKey: basemaps.fileKey })
    .from(basemaps)
    .where(eq(basemaps.organisationId, organisationId))
  return found
}

/** Inserts or replaces. @returns the replaced file's key */
export async function replace(
  tx: Tx,
  organisationId: string,
  basemap: { attribution: string; fileKey: string },
): Promise<string | undefined> {
  const replaced = await findFileKey(tx, organisationId)
  await tx
    .insert(basemaps)
    .values({ organisationId, ...basemap })
    .onConflictDoUpdate({ target: basemaps.organisationId, set: basemap })
  return replaced
}

/** @returns the removed file's key; undefined when there was no basemap */
export async function remove(tx: Tx, organisationId: string): Promise<string | undefined> {
  const [removed] = await tx
    .delete(basemaps)
    .where(eq(basemaps.organisationId, organisationId))
    .returning({ fileKey: basemaps.fileKey })
  return removed?.fileKey
}

async function findFileKey(tx: Tx, organisationId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ fileKey: basemaps.fileKey })
    .from(basemaps)
    .where(eq(basemaps.organisationId, organisationId))
    .for('update')
  return found?.fileKey
}
