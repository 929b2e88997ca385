import type { Role } from '#contract/organisations/session'
import type { SignInRules } from '#contract/organisations/people'
import type { SignedInPerson } from '../../../clients/oidc'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { AuditService } from '../audit/service'
import { admit, rulesOf, type Admission } from './admission'
import { hashPassword, verifyPassword } from './passwords'
import * as repo from './repo'
import type { PersonRow } from './repo'
import { addPerson } from './team'

/** `organisationId` null: provider staff. */
export interface Invitation {
  readonly email: string
  readonly organisationId: string | null
  readonly role: Role
  readonly firstName?: string
  readonly lastName?: string
  readonly password?: string
  /** db/signInAllowed.ts */
  readonly isDemo?: boolean
}

export interface PeopleService {
  /** @throws Fault 409 when the address is taken */
  add(person: Invitation): Promise<void>
  findForSignIn(organisationId: string, email: string): Promise<PersonRow | undefined>
  /** Null: provider staff. */
  findMember(organisationId: string | null, email: string): Promise<PersonRow | undefined>
  withPassword(organisationId: string, email: string, password: string): Promise<PersonRow | undefined>
  get(id: string): Promise<PersonRow | undefined>
  /** Through the organisation's own issuer. @param domains the organisation's */
  admit(organisationId: string, told: SignedInPerson, domains: readonly string[]): Promise<Admission>
  noteSignIn(id: string): Promise<void>
  signInRules(organisationId: string): Promise<SignInRules>
}

/** @param deps.demoAccounts allowed on this server */
export function createPeopleService(deps: {
  database: Database
  audit: AuditService
  demoAccounts: boolean
}): PeopleService {
  const { database, audit, demoAccounts } = deps
  const findForSignIn = (organisationId: string, email: string) =>
    database.asSystem((tx) => repo.findForSignIn(tx, organisationId, email, demoAccounts))
  return {
    async add({ password, ...person }) {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      await database.asSystem((tx) => addPerson(tx, { ...person, passwordHash }))
    },
    findForSignIn,
    findMember: (organisationId, email) =>
      database.asSystem((tx) => repo.findMember(tx, organisationId, email, demoAccounts)),
    async withPassword(organisationId, email, password) {
      const person = await findForSignIn(organisationId, email)
      return (await verifyPassword(password, person?.passwordHash)) ? person : undefined
    },
    admit: (organisationId, told, domains) =>
      database.asSystem((tx) => admit(tx, audit, { organisationId, told, domains, demoAccounts })),
    noteSignIn: async (id) => {
      await database.asSystem((tx) => repo.update(tx, id, { lastSignedInAt: new Date() }))
    },
    signInRules: (organisationId) => database.asSystemWithoutTransaction((tx) => rulesOf(tx, organisationId)),
    get: (id) => database.asSystem((tx) => repo.byId(tx, id)),
  }
}

/** A person's full name, else `email`. */
export async function nameOfPerson(tx: Tx, id: string, email: string): Promise<string> {
  const found = await repo.byId(tx, id)
  return `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim() || email
}
