import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { textTemplates, textTemplateVersions } from '../../../db/schema'

export type TextVersionRow = typeof textTemplateVersions.$inferSelect
type NewVersion = Omit<typeof textTemplateVersions.$inferInsert, 'version' | 'id'>

/** Oldest first. */
export const listTextTemplates = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: textTemplates.id,
      name: textTemplates.name,
      template: textTemplates.template,
      benefitName: textTemplates.benefitName,
      language: textTemplates.language,
    })
    .from(textTemplates)
    .where(eq(textTemplates.organisationId, organisationId))
    .orderBy(asc(textTemplates.id))

/** This organisation's text template. */
export async function findTextTemplate(tx: Tx, organisationId: string, id: number) {
  const [found] = await tx
    .select({
      id: textTemplates.id,
      template: textTemplates.template,
      benefitName: textTemplates.benefitName,
      language: textTemplates.language,
    })
    .from(textTemplates)
    .where(and(eq(textTemplates.organisationId, organisationId), eq(textTemplates.id, id)))
  return found
}

/** Or replaces the text of its name. */
export async function saveTextTemplate(tx: Tx, template: typeof textTemplates.$inferInsert) {
  const [saved] = await tx
    .insert(textTemplates)
    .values(template)
    .onConflictDoUpdate({
      target: [textTemplates.organisationId, textTemplates.name],
      set: {
        template: sql`excluded.template`,
        benefitName: sql`excluded.benefit_name`,
        language: sql`excluded.language`,
      },
    })
    .returning({ id: textTemplates.id })
  if (!saved) throw new Error('The template was not stored.')
  return saved.id
}

/** Withdraws it from campaigns. */
export const removeTextTemplate = (tx: Tx, organisationId: string, name: string) =>
  tx.delete(textTemplates).where(and(eq(textTemplates.organisationId, organisationId), eq(textTemplates.name, name)))

/** Newest first. */
export const listTextVersions = (tx: Tx, organisationId: string): Promise<TextVersionRow[]> =>
  tx
    .select()
    .from(textTemplateVersions)
    .where(eq(textTemplateVersions.organisationId, organisationId))
    .orderBy(desc(textTemplateVersions.id))

/** The versions of a name, newest first, locked for the transaction. */
export const lockVersions = (tx: Tx, organisationId: string, name: string): Promise<TextVersionRow[]> =>
  tx
    .select()
    .from(textTemplateVersions)
    .where(and(eq(textTemplateVersions.organisationId, organisationId), eq(textTemplateVersions.name, name)))
    .orderBy(desc(textTemplateVersions.version))
    .for('update')

/** Locked for the transaction. */
export async function lockVersion(tx: Tx, organisationId: string, id: number): Promise<TextVersionRow | undefined> {
  const [found] = await tx
    .select()
    .from(textTemplateVersions)
    .where(and(eq(textTemplateVersions.organisationId, organisationId), eq(textTemplateVersions.id, id)))
    .for('update')
  return found
}

/** Undefined when the number has just been taken. */
export async function insertVersion(
  tx: Tx,
  version: NewVersion & { readonly version: number },
): Promise<TextVersionRow | undefined> {
  const [added] = await tx.insert(textTemplateVersions).values(version).onConflictDoNothing().returning()
  return added
}

/** Records the decision on a version. */
export const setVersion = (
  tx: Tx,
  id: number,
  change: Partial<Pick<TextVersionRow, 'state' | 'decidedBy' | 'decidedAt'>>,
) => tx.update(textTemplateVersions).set(change).where(eq(textTemplateVersions.id, id))
