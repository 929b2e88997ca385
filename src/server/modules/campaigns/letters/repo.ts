import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Placeholder } from '#contract/campaigns/placeholders'
import type { BenefitName } from '#contract/households/benefits'
import type { Tx } from '../../../db/engine'
import { letterTemplates, printPacks } from '../../../db/schema'

export type LetterTemplateRow = typeof letterTemplates.$inferSelect
export type NewLetterTemplate = typeof letterTemplates.$inferInsert

/** By name. */
export const listTemplates = (tx: Tx, organisationId: string, benefitName: BenefitName): Promise<LetterTemplateRow[]> =>
  tx
    .select()
    .from(letterTemplates)
    .where(and(eq(letterTemplates.organisationId, organisationId), eq(letterTemplates.benefitName, benefitName)))
    .orderBy(asc(letterTemplates.fileName))

/** Templates of all benefits, oldest first. */
export const listAllTemplates = (tx: Tx, organisationId: string): Promise<LetterTemplateRow[]> =>
  tx
    .select()
    .from(letterTemplates)
    .where(eq(letterTemplates.organisationId, organisationId))
    .orderBy(asc(letterTemplates.createdAt), asc(letterTemplates.key))

/** Locks all: deciding about one may replace another. */
export const lockTemplates = (tx: Tx, organisationId: string) =>
  tx
    .select({ key: letterTemplates.key })
    .from(letterTemplates)
    .where(eq(letterTemplates.organisationId, organisationId))
    .orderBy(asc(letterTemplates.key))
    .for('update')

/** In use under the same benefit and file name. */
export const replaceOthers = (tx: Tx, organisationId: string, key: string) =>
  tx
    .update(letterTemplates)
    .set({ state: 'replaced' })
    .where(
      and(
        eq(letterTemplates.organisationId, organisationId),
        eq(letterTemplates.state, 'in_use'),
        ne(letterTemplates.key, key),
        sql`(${letterTemplates.benefitName}, ${letterTemplates.givenName}) =
          (select t.benefit_name, t.given_name from letter_templates t where t.key = ${key})`,
      ),
    )

/** What became of a version. */
export const saveDecision = (
  tx: Tx,
  key: string,
  decision: Pick<LetterTemplateRow, 'state' | 'decidedBy' | 'decidedAt'>,
) => tx.update(letterTemplates).set(decision).where(eq(letterTemplates.key, key))

/** By its storage key. */
export async function findTemplate(
  tx: Tx,
  organisationId: string,
  key: string,
): Promise<LetterTemplateRow | undefined> {
  const [found] = await tx
    .select()
    .from(letterTemplates)
    .where(and(eq(letterTemplates.organisationId, organisationId), eq(letterTemplates.key, key)))
  return found
}

/** By upload. */
export async function findTemplateByUpload(
  tx: Tx,
  organisationId: string,
  uploadId: string,
): Promise<LetterTemplateRow | undefined> {
  const [found] = await tx
    .select()
    .from(letterTemplates)
    .where(and(eq(letterTemplates.organisationId, organisationId), eq(letterTemplates.uploadId, uploadId)))
  return found
}

/** Keys of those among them that have a placeholder. */
export async function withPlaceholder(tx: Tx, keys: readonly string[], name: Placeholder): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const found = await tx
    .select({ key: letterTemplates.key })
    .from(letterTemplates)
    .where(and(inArray(letterTemplates.key, [...keys]), sql`${letterTemplates.placeholders} ? ${name}`))
  return new Set(found.map(({ key }) => key))
}

/** @returns false when the key or name is taken */
export async function insertTemplate(tx: Tx, template: NewLetterTemplate): Promise<boolean> {
  const added = await tx
    .insert(letterTemplates)
    .values(template)
    .onConflictDoNothing()
    .returning({ key: letterTemplates.key })
  return added.length > 0
}

/** Notes that the previews are stored. */
export const saveSamples = (tx: Tx, key: string) =>
  tx.update(letterTemplates).set({ hasPdf: true, hasSamples: true }).where(eq(letterTemplates.key, key))

/** A campaign's progress. */
export async function findPack(tx: Tx, campaignId: number) {
  const [found] = await tx.select().from(printPacks).where(eq(printPacks.campaignId, campaignId))
  return found
}

/** Made letters by campaign. */
export const countMadeLetters = (tx: Tx, campaignIds: readonly number[]) =>
  tx
    .select({ campaignId: printPacks.campaignId, made: printPacks.nextPosition })
    .from(printPacks)
    .where(inArray(printPacks.campaignId, [...campaignIds]))

/** Letters before it are made. Idempotent. */
export const savePosition = (tx: Tx, pack: { campaignId: number; organisationId: string; nextPosition: number }) =>
  tx
    .insert(printPacks)
    .values(pack)
    .onConflictDoUpdate({
      target: printPacks.campaignId,
      set: { nextPosition: sql`greatest(${printPacks.nextPosition}, excluded.next_position)` },
    })

/** @param made without a time: it is made once more */
export const savePack = (tx: Tx, campaignId: number, made: { letters: number; pages: number; madeAt: Date | null }) =>
  tx.update(printPacks).set(made).where(eq(printPacks.campaignId, campaignId))

/** Leaves the pack's file. */
export const removePack = (tx: Tx, campaignId: number) =>
  tx.delete(printPacks).where(eq(printPacks.campaignId, campaignId))
