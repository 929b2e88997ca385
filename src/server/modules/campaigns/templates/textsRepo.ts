import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { smsTemplates, smsTemplateVersions } from '../../../db/schema'

export type TextVersionRow = typeof smsTemplateVersions.$inferSelect
type NewVersion = Omit<typeof smsTemplateVersions.$inferInsert, 'version' | 'id'>

/** Oldest first. */
export const listTextTemplates = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: smsTemplates.id,
      name: smsTemplates.name,
      template: smsTemplates.template,
      benefitName: smsTemplates.benefitName,
      language: smsTemplates.language,
    })
    .from(smsTemplates)
    .where(eq(smsTemplates.organisationId, organisationId))
    .orderBy(asc(smsTemplates.id))

/** This organisation's text template. */
export async function findTextTemplate(tx: Tx, organisationId: string, id: number) {
  const [found] = await tx
    .select({ id: smsTemplates.id, template: smsTemplates.template, language: smsTemplates.language })
    .from(smsTemplates)
    .where(and(eq(smsTemplates.organisationId, organisationId), eq(smsTemplates.id, id)))
  return found
}

/** Inserts a template, or replaces the text under its name. */
export async function saveTextTemplate(tx: Tx, template: typeof smsTemplates.$inferInsert) {
  const [saved] = await tx
    .insert(smsTemplates)
    .values(template)
    .onConflictDoUpdate({
      target: [smsTemplates.organisationId, smsTemplates.name],
      set: {
        template: sql`excluded.template`,
        benefitName: sql`excluded.benefit_name`,
        language: sql`excluded.language`,
      },
    })
    .returning({ id: smsTemplates.id })
  if (!saved) throw new Error('The template was not stored.')
  return saved.id
}

/** Withdraws it from campaigns. */
export const removeTextTemplate = (tx: Tx, organisationId: string, name: string) =>
  tx.delete(smsTemplates).where(and(eq(smsTemplates.organisationId, organisationId), eq(smsTemplates.name, name)))

/** Newest first. */
export const listTextVersions = (tx: Tx, organisationId: string): Promise<TextVersionRow[]> =>
  tx
    .select()
    .from(smsTemplateVersions)
    .where(eq(smsTemplateVersions.organisationId, organisationId))
    .orderBy(desc(smsTemplateVersions.id))

/** Of a name, newest first, locked for the transaction. */
export const lockVersions = (tx: Tx, organisationId: string, name: string): Promise<TextVersionRow[]> =>
  tx
    .select()
    .from(smsTemplateVersions)
    .where(and(eq(smsTemplateVersions.organisationId, organisationId), eq(smsTemplateVersions.name, name)))
    .orderBy(desc(smsTemplateVersions.version))
    .for('update')

/** Locked for the transaction. */
export async function lockVersion(tx: Tx, organisationId: string, id: number): Promise<TextVersionRow | undefined> {
  const [found] = await tx
    .select()
    .from(smsTemplateVersions)
    .where(and(eq(smsTemplateVersions.organisationId, organisationId), eq(smsTemplateVersions.id, id)))
    .for('update')
  return found
}

/** Undefined when the number has just been taken. */
export async function insertVersion(
  tx: Tx,
  version: NewVersion & { readonly version: number },
): Promise<TextVersionRow | undefined> {
  const [added] = await tx.insert(smsTemplateVersions).values(version).onConflictDoNothing().returning()
  return added
}

/** Records the decision on a version. */
export const setVersion = (
  tx: Tx,
  id: number,
  change: Partial<Pick<TextVersionRow, 'state' | 'decidedBy' | 'decidedAt'>>,
) => tx.update(smsTemplateVersions).set(change).where(eq(smsTemplateVersions.id, id))
