import { and, asc, eq, sql } from 'drizzle-orm'
import type { BenefitName } from '#contract/campaigns'
import type { Tx } from '../../db/database'
import { letterTemplates, printPacks } from '../../db/schema'

export type TemplateRow = typeof letterTemplates.$inferSelect
export type NewTemplate = typeof letterTemplates.$inferInsert

/** The organisation's templates for a benefit. */
export const templatesOf = (tx: Tx, organisationId: string, benefitName: BenefitName): Promise<TemplateRow[]> =>
  tx
    .select()
    .from(letterTemplates)
    .where(and(eq(letterTemplates.organisationId, organisationId), eq(letterTemplates.benefitName, benefitName)))
    .orderBy(asc(letterTemplates.fileName))

/** All templates of the organisation. */
export const allTemplates = (tx: Tx, organisationId: string) =>
  tx
    .select({ benefitName: letterTemplates.benefitName, givenName: letterTemplates.givenName })
    .from(letterTemplates)
    .where(eq(letterTemplates.organisationId, organisationId))

/** The organisation's template of a storage key. */
export async function findTemplate(tx: Tx, organisationId: string, key: string): Promise<TemplateRow | undefined> {
  const [found] = await tx
    .select()
    .from(letterTemplates)
    .where(and(eq(letterTemplates.organisationId, organisationId), eq(letterTemplates.key, key)))
  return found
}

/** The template that an upload became. */
export async function templateOfUpload(
  tx: Tx,
  organisationId: string,
  uploadId: string,
): Promise<TemplateRow | undefined> {
  const [found] = await tx
    .select()
    .from(letterTemplates)
    .where(and(eq(letterTemplates.organisationId, organisationId), eq(letterTemplates.uploadId, uploadId)))
  return found
}

/** Adds a template. @returns false when there is one of that key or name already. */
export async function insertTemplate(tx: Tx, template: NewTemplate): Promise<boolean> {
  const added = await tx
    .insert(letterTemplates)
    .values(template)
    .onConflictDoNothing()
    .returning({ key: letterTemplates.key })
  return added.length > 0
}

/** Notes that a template has its PDF beside it. */
export const notePdf = (tx: Tx, key: string) =>
  tx.update(letterTemplates).set({ hasPdf: true }).where(eq(letterTemplates.key, key))

/** How far a campaign's letters and their pack are. */
export async function findPack(tx: Tx, campaignId: number) {
  const [found] = await tx.select().from(printPacks).where(eq(printPacks.campaignId, campaignId))
  return found
}

/** Notes that the letters up to a position are made; twice changes nothing. */
export const notePosition = (tx: Tx, pack: { campaignId: number; organisationId: string; nextPosition: number }) =>
  tx
    .insert(printPacks)
    .values(pack)
    .onConflictDoUpdate({
      target: printPacks.campaignId,
      set: { nextPosition: sql`greatest(${printPacks.nextPosition}, excluded.next_position)` },
    })

/** Notes that a pack is whole. */
export const notePack = (tx: Tx, campaignId: number, made: { letters: number; pages: number; madeAt: Date }) =>
  tx.update(printPacks).set(made).where(eq(printPacks.campaignId, campaignId))

/** Forgets a campaign's pack; its file goes separately. */
export const removePack = (tx: Tx, campaignId: number) =>
  tx.delete(printPacks).where(eq(printPacks.campaignId, campaignId))
