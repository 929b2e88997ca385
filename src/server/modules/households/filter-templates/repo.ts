import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
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

/** Those with these ids, and those that the index lacks. */
export const listNamed = (tx: Tx, organisationId: string, ids: readonly number[]) =>
  tx
    .select({
      id: filterTemplates.id,
      isIndexed: filterTemplates.isIndexed,
      name: filterTemplates.name,
      createdAt: filterTemplates.createdAt,
    })
    .from(filterTemplates)
    .where(
      and(
        eq(filterTemplates.organisationId, organisationId),
        or(eq(filterTemplates.isIndexed, false), inArray(filterTemplates.id, [...ids])),
      ),
    )

/** A template's rows, unparsed and locked. */
export async function lockRows(tx: Tx, id: number): Promise<unknown> {
  const [found] = await tx
    .select({ rows: filterTemplates.rows })
    .from(filterTemplates)
    .where(eq(filterTemplates.id, id))
    .for('update')
  return found?.rows
}

/** A template of any organisation that the index lacks. */
export async function findUnindexed(tx: Tx) {
  const [found] = await tx
    .select({ id: filterTemplates.id, organisationId: filterTemplates.organisationId, rows: filterTemplates.rows })
    .from(filterTemplates)
    .where(eq(filterTemplates.isIndexed, false))
    .limit(1)
  return found
}

/** The index has the template. */
export const markIndexed = (tx: Tx, id: number) =>
  tx.update(filterTemplates).set({ isIndexed: true }).where(eq(filterTemplates.id, id))

/** How many templates the owner has. */
export const countOwn = (tx: Tx, owner: TemplateOwner) => tx.$count(filterTemplates, isOwn(owner))

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
    .values({ organisationId: owner.organisationId, ownerId: owner.userId, name, rows, isIndexed: true })
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
