import { and, asc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { filterTemplates } from '../../../db/schema'
import type { Person } from '../../../http/person'
import { knownPeople } from '../../organisations/people/fragments'

export type TemplateOwner = Pick<Person, 'userId' | 'organisationId'>

const listItem = { template_id: filterTemplates.id, filter_template_name: filterTemplates.name }

const isOwn = (owner: TemplateOwner) =>
  and(eq(filterTemplates.organisationId, owner.organisationId), eq(filterTemplates.ownerId, owner.userId))

const isOwnWithId = (owner: TemplateOwner, id: number) => and(isOwn(owner), eq(filterTemplates.id, id))

const isShared = isNotNull(filterTemplates.sharedAt)

/** The owner's templates, sorted by name. */
export const list = (tx: Tx, owner: TemplateOwner) =>
  tx
    .select({ ...listItem, is_shared: sql<boolean>`${isShared}` })
    .from(filterTemplates)
    .where(isOwn(owner))
    .orderBy(asc(sql`lower(${filterTemplates.name})`))

/** Shared by others in the person's organisation, by name. */
export function listShared(tx: Tx, { organisationId, userId }: TemplateOwner) {
  const people = knownPeople(tx)
  return tx
    .select({
      ...listItem,
      createdAt: filterTemplates.createdAt,
      firstName: people.firstName,
      lastName: people.lastName,
      email: people.email,
    })
    .from(filterTemplates)
    .leftJoin(people, eq(people.id, filterTemplates.ownerId))
    .where(and(eq(filterTemplates.organisationId, organisationId), ne(filterTemplates.ownerId, userId), isShared))
    .orderBy(asc(sql`lower(${filterTemplates.name})`), asc(filterTemplates.id))
}

/** Rows of an own or shared template, unparsed. */
export async function findRows(tx: Tx, owner: TemplateOwner, id: number): Promise<{ rows: unknown } | undefined> {
  const [found] = await tx
    .select({ rows: filterTemplates.rows })
    .from(filterTemplates)
    .where(
      and(
        eq(filterTemplates.organisationId, owner.organisationId),
        eq(filterTemplates.id, id),
        or(eq(filterTemplates.ownerId, owner.userId), isShared),
      ),
    )
  return found
}

/** Shares the owner's template or stops sharing it. @returns empty without one */
export const setShared = (tx: Tx, owner: TemplateOwner, id: number, wanted: boolean) =>
  tx
    .update(filterTemplates)
    .set({ sharedAt: wanted ? sql`coalesce(${filterTemplates.sharedAt}, now())` : null })
    .where(isOwnWithId(owner, id))
    .returning({ template_id: filterTemplates.id })

/** An organisation's templates. */
export const listRows = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: filterTemplates.id,
      name: filterTemplates.name,
      rows: filterTemplates.rows,
      createdAt: filterTemplates.createdAt,
    })
    .from(filterTemplates)
    .where(eq(filterTemplates.organisationId, organisationId))

/** Stores a template's rows. */
export const replaceRows = (tx: Tx, id: number, rows: unknown) =>
  tx.update(filterTemplates).set({ rows }).where(eq(filterTemplates.id, id))

/** Serialises renames: two must not both pass the check. */
export const lockNames = (tx: Tx, owner: TemplateOwner) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`filter-templates ${owner.userId}`}, 0))`)

/** Whether another template of the owner has the name, ignoring case. */
export async function isNameTaken(tx: Tx, owner: TemplateOwner, name: string, exceptId?: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: filterTemplates.id })
    .from(filterTemplates)
    .where(
      and(
        isOwn(owner),
        eq(sql`lower(${filterTemplates.name})`, sql`lower(${name})`),
        exceptId === undefined ? undefined : ne(filterTemplates.id, exceptId),
      ),
    )
  return found !== undefined
}

/** @returns undefined when the name is taken */
export async function insert(tx: Tx, owner: TemplateOwner, name: string, rows: unknown) {
  const [made] = await tx
    .insert(filterTemplates)
    .values({ organisationId: owner.organisationId, ownerId: owner.userId, name, rows })
    .onConflictDoNothing()
    .returning(listItem)
  return made
}

/** Locked until the transaction ends. */
export async function lockOwn(tx: Tx, owner: TemplateOwner, id: number) {
  const [found] = await tx
    .select({ name: filterTemplates.name, isShared: sql<boolean>`${isShared}` })
    .from(filterTemplates)
    .where(isOwnWithId(owner, id))
    .for('update')
  return found
}

/** Renames the owner's template. @returns undefined without one */
export async function rename(tx: Tx, owner: TemplateOwner, id: number, name: string) {
  const [renamed] = await tx.update(filterTemplates).set({ name }).where(isOwnWithId(owner, id)).returning(listItem)
  return renamed
}

/** Deletes the owner's template. @returns empty without one */
export const remove = (tx: Tx, owner: TemplateOwner, id: number) =>
  tx.delete(filterTemplates).where(isOwnWithId(owner, id)).returning({ template_id: filterTemplates.id })
