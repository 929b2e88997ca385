import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { basemaps } from '../../db/schema'

/** PostgreSQL's id of the writing transaction: changes with the row. */
const version = sql<string>`${basemaps}.xmin::text`

/** Cheaper to read than the basemap. */
export async function versionOf(tx: Tx, organisationId: string): Promise<string | undefined> {
  const [found] = await tx.select({ version }).from(basemaps).where(eq(basemaps.organisationId, organisationId))
  return found?.version
}

/** As stored; features still need parsing. */
export async function basemapOf(
  tx: Tx,
  organisationId: string,
): Promise<{ version: string; attribution: string; features: unknown } | undefined> {
  const [found] = await tx
    .select({ version, attribution: basemaps.attribution, features: basemaps.features })
    .from(basemaps)
    .where(eq(basemaps.organisationId, organisationId))
  return found
}

/** Inserts or replaces. */
export async function replace(
  tx: Tx,
  organisationId: string,
  basemap: { attribution: string; features: readonly unknown[] },
): Promise<void> {
  await tx
    .insert(basemaps)
    .values({ organisationId, ...basemap })
    .onConflictDoUpdate({ target: basemaps.organisationId, set: basemap })
}
