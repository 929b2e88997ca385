import type { Role } from '#contract/session'
import type { OrganisationUser } from '#contract/team'
import type { Database, Tx } from '../../db/database'
import { conflict } from '../../faults'
import { hashPassword, verifyPassword } from './passwords'
import * as repo from './repo'

export type PersonRow = repo.PersonRow

/** `organisationId` null: provider staff. */
export interface Invitation {
  readonly email: string
  readonly organisationId: string | null
  readonly role: Role
  readonly firstName?: string
  readonly lastName?: string
  readonly password?: string
  /** See db/demo.ts. */
  readonly isDemo?: boolean
}

export interface PeopleService {
  /** @throws Fault 409 when the address is taken */
  add(person: Invitation): Promise<void>
  findForSignIn(organisationId: string, email: string): Promise<PersonRow | undefined>
  /** Null: provider staff. */
  findMember(organisationId: string | null, email: string): Promise<PersonRow | undefined>
  /** Undefined for a wrong password or none. */
  withPassword(organisationId: string, email: string, password: string): Promise<PersonRow | undefined>
  get(id: string): Promise<PersonRow | undefined>
  /** By name; never provider staff. */
  ofOrganisation(organisationId: string): Promise<OrganisationUser[]>
}

/**
 * Creates the service.
 * @param deps.demoAccounts allowed on this server
 */
export function createPeopleService(deps: { database: Database; demoAccounts: boolean }): PeopleService {
  const { database, demoAccounts } = deps
  const findForSignIn = (organisationId: string, email: string) =>
    database.asSystem((tx) => repo.findForSignIn(tx, organisationId, email, demoAccounts))
  return {
    async add({ password, ...person }) {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      await database.asSystem(async (tx) => {
        if (await repo.exists(tx, person.organisationId, person.email)) {
          throw conflict(`${person.email} is known already.`)
        }
        await repo.insert(tx, { ...person, passwordHash })
      })
    },
    findForSignIn,
    findMember: (organisationId, email) =>
      database.asSystem((tx) => repo.findMember(tx, organisationId, email, demoAccounts)),
    async withPassword(organisationId, email, password) {
      const person = await findForSignIn(organisationId, email)
      return (await verifyPassword(password, person?.passwordHash)) ? person : undefined
    },
    ofOrganisation: (organisationId) => database.forOrganisation(organisationId, (tx) => repo.ofOrganisation(tx)),
    get: (id) => database.asSystem((tx) => repo.byId(tx, id)),
  }
}

/** A person's full name, else `email`. */
export async function nameOfPerson(tx: Tx, id: string, email: string): Promise<string> {
  const found = await repo.byId(tx, id)
  return `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim() || email
}
