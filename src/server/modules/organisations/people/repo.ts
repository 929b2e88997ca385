import { and, asc, eq, isNull, not, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { maySignIn } from '../../../db/signInAllowed'
import { people, signInRules } from '../../../db/schema'
import { namedDomains } from '../organisations/fragments'
import { hasOwnIssuer, hasProvidersDomain } from '../provider/fragments'
import { peopleSignedIn } from '../sessions/fragments'

export type PersonRow = typeof people.$inferSelect
export type NewPerson = typeof people.$inferInsert
export type RulesRow = typeof signInRules.$inferSelect

const hasEmail = (email: string) => sql`lower(${people.email}) = ${email.toLowerCase()}`

const worksFor = (organisationId: string | null) =>
  organisationId === null ? isNull(people.organisationId) : eq(people.organisationId, organisationId)

/** May sign in (null: provider staff). */
export async function findMember(
  tx: Tx,
  organisationId: string | null,
  email: string,
  demoAccounts: boolean,
): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(people)
    .where(and(hasEmail(email), worksFor(organisationId), maySignIn(demoAccounts)))
  return found
}

/**
 * For the embedded provider. Provider staff without an issuer come first: an organisation that invites them must not
 * lock them out.
 */
export async function findForSignIn(
  tx: Tx,
  organisationId: string,
  email: string,
  demoAccounts: boolean,
): Promise<PersonRow | undefined> {
  const staff = and(worksFor(null), or(eq(people.isDemo, true), not(hasOwnIssuer)))
  const [found] = await tx
    .select()
    .from(people)
    .where(and(hasEmail(email), or(worksFor(organisationId), staff), maySignIn(demoAccounts)))
    .orderBy(sql`${people.organisationId} nulls first`)
    .limit(1)
  return found
}

/** A person in the transaction's view. */
export async function byId(tx: Tx, id: string): Promise<PersonRow | undefined> {
  const [found] = await tx.select().from(people).where(eq(people.id, id))
  return found
}

/** Includes removed people (null: provider staff). */
export async function byEmail(tx: Tx, organisationId: string | null, email: string): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(people)
    .where(and(hasEmail(email), worksFor(organisationId)))
  return found
}

const staffAt = (domain: string) => sql`${people.organisationId} is null and ${people.removedAt} is null
  and right(lower(${people.email}), ${domain.length + 1}) = ${`@${domain}`}`

/**
 * Whether an address belongs to provider staff, or to a provider's domain that is not the organisation's too. The
 * domains of its staff are the provider's from the first of them on, before it has an issuer.
 */
export async function isProvidersAddress(tx: Tx, organisationId: string, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const own = namedDomains(tx)
  const [found] = await tx
    .select({
      isStaff: sql<boolean>`exists (select from ${people}
        where ${hasEmail(email)} and ${people.organisationId} is null and ${people.removedAt} is null)`,
      isAtDomain: sql<boolean>`(${hasProvidersDomain(domain)} or exists (select from ${people} where ${staffAt(domain)}))`,
      isOwnDomain: sql<boolean>`exists (${tx
        .select({ domain: own.domain })
        .from(own)
        .where(and(eq(own.organisationId, organisationId), eq(own.domain, domain)))})`,
    })
    .from(sql`(select 1) as one`)
  return Boolean(found && (found.isStaff || (found.isAtDomain && !found.isOwnDomain)))
}

/** Undefined when the address is taken. */
export async function insert(tx: Tx, person: NewPerson): Promise<PersonRow | undefined> {
  const [made] = await tx.insert(people).values(person).onConflictDoNothing().returning()
  return made
}

/** Changes a person. */
export const update = (tx: Tx, id: string, values: Partial<NewPerson>) =>
  tx.update(people).set(values).where(eq(people.id, id))

/** Locks an organisation's person, unless removed. */
export async function lockPerson(tx: Tx, organisationId: string | null, id: string): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(people)
    .where(and(eq(people.id, id), worksFor(organisationId), isNull(people.removedAt)))
    .for('update')
  return found
}

/** Who has which role since when, and by whom; removed people too. */
export const listRoles = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: people.id,
      role: people.role,
      roleSince: people.roleSince,
      roleBy: people.roleBy,
      accountBy: people.accountBy,
    })
    .from(people)
    .where(worksFor(organisationId))

/** So that two cannot be removed at once. */
export const lockAdministrators = (tx: Tx, organisationId: string) =>
  tx
    .select({ id: people.id })
    .from(people)
    .where(and(worksFor(organisationId), eq(people.role, 'OrganisationAdmin'), isNull(people.removedAt)))
    .orderBy(asc(people.id))
    .for('update')

/** By last name; `id` narrows it to one. */
export function list(tx: Tx, organisationId: string | null, id?: string) {
  const signedIn = peopleSignedIn(tx)
  return tx
    .select({
      id: people.id,
      first_name: people.firstName,
      last_name: people.lastName,
      role: people.role,
      email: people.email,
      role_from_groups: people.roleFromGroups,
      last_signed_in_at: people.lastSignedInAt,
      is_signed_in: sql<boolean>`${signedIn.personId} is not null`,
    })
    .from(people)
    .leftJoin(signedIn, eq(signedIn.personId, people.id))
    .where(and(worksFor(organisationId), isNull(people.removedAt), id === undefined ? undefined : eq(people.id, id)))
    .orderBy(asc(people.lastName), asc(people.firstName), asc(people.email))
}

/** Undefined where nothing was set. */
export async function rules(tx: Tx, organisationId: string): Promise<RulesRow | undefined> {
  const [found] = await tx.select().from(signInRules).where(eq(signInRules.organisationId, organisationId))
  return found
}

/** Without groups, roles are manual again. */
export async function setRules(tx: Tx, row: RulesRow, hasGroups: boolean): Promise<void> {
  const { organisationId, ...values } = row
  await tx.insert(signInRules).values(row).onConflictDoUpdate({ target: signInRules.organisationId, set: values })
  if (!hasGroups) await tx.update(people).set({ roleFromGroups: false }).where(worksFor(organisationId))
}
