import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { basemaps } from '../../db/schema'

/** Changes whenever the row does: PostgreSQL's own mark of the transaction that wrote it. */
const version = sql<string>`${basemaps}.xmin::text`

/** Which version is stored; cheaper than the basemap itself. */
export async function versionOf(tx: Tx, organisationId: string): Promise<string | undefined> {
  const [found] = await tx.select({ version }).from(basemaps).where(eq(basemaps.organisationId, organisationId))
  return found?.version
}

/** The basemap as stored, its features not yet believed. */
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

/** Puts the organisation's basemap in the place of the one it has. */
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
