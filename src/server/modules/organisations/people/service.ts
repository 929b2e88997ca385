/** docs/product.md#people */
import type { GrantableRole, OrganisationUser, SignInRules } from '#contract/organisations/people'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, Fault, notFound } from '../../../http/faults'
import type { Actor, AuditService } from '../audit/service'
import { endAllSessions } from '../sessions/service'
import { createAdmission, findSignInRules } from './admission'
import { hashPassword } from './passwords'
import * as repo from './repo'

/** Without `userId`: the command line, which may remove the last administrator. */
export type Manager = Omit<Actor, 'organisationId'> & {
  /** Null: provider staff, who are in no organisation's audit log. */
  readonly organisationId: string | null
  readonly userId?: string
}

export type PeopleService = ReturnType<typeof createPeopleService>

export interface Joining extends Pick<repo.NewPerson, 'email' | 'role' | 'firstName' | 'lastName'> {
  readonly password?: string | undefined
}

interface Dependencies {
  readonly database: Database
  readonly audit: AuditService
}

/** Manages an organisation's people and the provider's staff. */
export function createPeopleService(deps: Dependencies & { readonly demoAccounts: boolean }) {
  const { database, audit } = deps
  return {
    admission: createAdmission(deps),

    get: (id: string): Promise<repo.PersonRow | undefined> => database.asSystem((tx) => repo.byId(tx, id)),

    /** Unaudited, for demo accounts. @throws Fault 409 when the address is taken */
    async add({ password, ...person }: Joining & Pick<repo.NewPerson, 'organisationId' | 'isDemo'>): Promise<void> {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      await database.asSystem((tx) => addPerson(tx, { ...person, passwordHash }))
    },

    /** By name; null: provider staff. */
    list: (organisationId: string | null): Promise<OrganisationUser[]> =>
      inView(database, organisationId, async (tx) => (await repo.list(tx, organisationId)).map(asUser)),

    /** Also re-adds removed people. @throws Fault 409 when the address is taken, or the provider's */
    async invite(by: Manager, { password, ...joining }: Joining): Promise<OrganisationUser> {
      const { organisationId } = by
      if (organisationId !== null && (await isProvidersAddress(database, organisationId, joining.email)))
        throw new Fault(
          409,
          'providers_address',
          `${joining.email} belongs to the provider of Doorstep, whose staff are in every organisation already. Invite another address.`,
        )
      const passwordHash = password === undefined ? null : await hashPassword(password)
      return inView(database, by.organisationId, async (tx) => {
        const id = await addPerson(tx, {
          ...joining,
          organisationId: by.organisationId,
          passwordHash,
          accountBy: by.userId ?? null,
          roleBy: by.userId ?? null,
        })
        await record(audit, tx, by, 'person_added', `${id} as ${joining.role}`)
        const [added] = await repo.list(tx, by.organisationId, id)
        if (!added) throw new Error('The person was not added.')
        return asUser(added)
      })
    },

    ...personChanges(deps),
    ...signInRules(deps),
  }
}

const isProvidersAddress = (database: Database, organisationId: string, email: string): Promise<boolean> =>
  database.asSystem((tx) => repo.isProvidersAddress(tx, organisationId, email))

function personChanges({ database, audit }: Dependencies) {
  return {
    /** @throws Fault 404; 409 for the caller, the last administrator, and roles that follow groups */
    changeRole: (by: Manager, personId: string, role: GrantableRole): Promise<void> =>
      changePerson(database, by, personId, async (tx, person, isLast) => {
        if (person.role === role) return
        refuseAccident(by, person, isLast)
        if (person.roleFromGroups) {
          throw new Fault(
            409,
            'role_from_groups',
            'This role follows the groups of your identity provider. Change the person’s groups there; it takes effect when they next sign in.',
          )
        }
        await repo.update(tx, person.id, { role, roleSince: new Date(), roleBy: by.userId ?? null })
        await record(audit, tx, by, 'person_role', `${person.id} ${person.role} → ${role}`)
      }),

    /** @returns ended sessions. @throws Fault 404; 409 for the caller and the last administrator */
    remove: (by: Manager, personId: string): Promise<number> =>
      changePerson(database, by, personId, async (tx, person, isLast) => {
        refuseAccident(by, person, isLast)
        await repo.update(tx, person.id, { removedAt: new Date(), passwordHash: null, roleFromGroups: false })
        const ended = await endAllSessions(tx, person)
        await record(audit, tx, by, 'person_removed', person.id)
        return ended
      }),

    /** @returns how many. @throws Fault 404 */
    endSessions: (by: Manager, personId: string): Promise<number> =>
      changePerson(database, by, personId, async (tx, person) => {
        const ended = await endAllSessions(tx, person)
        await record(audit, tx, by, 'sessions_ended', person.id, ended)
        return ended
      }),

    /** @throws Fault 404 */
    async setPassword(by: Manager, personId: string, password: string): Promise<void> {
      const passwordHash = await hashPassword(password)
      await changePerson(database, by, personId, async (tx, person) => {
        await repo.update(tx, person.id, { passwordHash })
        const ended = await endAllSessions(tx, person)
        await record(audit, tx, by, 'sessions_ended', `${person.id} new password`, ended)
      })
    },
  }
}

function signInRules({ database, audit }: Dependencies) {
  return {
    rules: (organisationId: string): Promise<SignInRules> =>
      database.forOrganisation(organisationId, (tx) => findSignInRules(tx, organisationId)),

    setRules: (by: Manager & { readonly organisationId: string }, rules: SignInRules): Promise<void> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        const { organisationId } = by
        const { groups_claim: groupsClaim, creates_accounts: createsAccounts, group_roles: groupRoles } = rules
        const writtenBy = by.userId ?? null
        await repo.setRules(
          tx,
          { organisationId, groupsClaim, createsAccounts, groupRoles, writtenBy },
          groupRoles.length > 0,
        )
        const subject = `accounts at first sign-in ${createsAccounts ? 'on' : 'off'}, groups with a role`
        await record(audit, tx, by, 'sign_in_rules', subject, groupRoles.length)
      }),
  }
}

function inView<T>(database: Database, organisationId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return organisationId === null ? database.asSystem(work) : database.forOrganisation(organisationId, work)
}

async function record(
  audit: AuditService,
  tx: Tx,
  by: Manager,
  ...entry: [Parameters<AuditService['record']>[1], string, number?]
): Promise<void> {
  const { organisationId } = by
  if (organisationId !== null) await audit.recordIn(tx, { ...by, organisationId }, ...entry)
}

function changePerson<T>(
  database: Database,
  by: Manager,
  personId: string,
  change: (tx: Tx, person: repo.PersonRow, isLast: boolean) => Promise<T>,
): Promise<T> {
  return inView(database, by.organisationId, async (tx) => {
    // First: changes to an organisation's people take turns.
    const administrators = by.organisationId === null ? [] : await repo.lockAdministrators(tx, by.organisationId)
    const person = await repo.lockPerson(tx, by.organisationId, personId)
    if (!person) throw notFound('There is no such person. Somebody may have removed them.')
    const isLast = administrators.length === 1 && administrators[0]?.id === person.id
    return change(tx, person, isLast)
  })
}

function refuseAccident(by: Manager, person: repo.PersonRow, isLast: boolean): void {
  if (by.userId === undefined) return
  if (by.userId === person.id) {
    throw new Fault(409, 'yourself', 'You cannot remove yourself or change your own role. Ask another administrator.')
  }
  if (isLast) {
    const cure = 'Make somebody else an administrator first.'
    throw new Fault(409, 'last_administrator', `${person.email} is the last administrator of the organisation. ${cure}`)
  }
}

async function addPerson(tx: Tx, person: repo.NewPerson): Promise<string> {
  const before = await repo.byEmail(tx, person.organisationId ?? null, person.email)
  if (before?.removedAt) {
    const again = { removedAt: null, roleFromGroups: false, lastSignedInAt: null, roleSince: new Date() }
    await repo.update(tx, before.id, { ...person, ...again })
    return before.id
  }
  const made = before ? undefined : await repo.insert(tx, person)
  if (!made) throw conflict(`${person.email} is known already.`)
  return made.id
}

const asUser = (row: Awaited<ReturnType<typeof repo.list>>[number]): OrganisationUser => ({
  ...row,
  last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
})

/** Full name, else `email`. */
export async function nameOfPerson(tx: Tx, id: string, email: string): Promise<string> {
  const found = await repo.byId(tx, id)
  return `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim() || email
}
