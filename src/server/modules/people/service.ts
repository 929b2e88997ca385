import type { Role } from '#contract/session'
import type { OrganisationUser } from '#contract/team'
import type { Database, Tx } from '../../db/database'
import { conflict } from '../../faults'
import { hashPassword, verifyPassword } from './passwords'
import * as repo from './repo'

export type PersonRow = repo.PersonRow

/** Somebody to be known. `organisationId` null: the provider's staff. */
export interface Invitation {
  readonly email: string
  readonly organisationId: string | null
  readonly role: Role
  readonly firstName?: string
  readonly lastName?: string
  /** For the embedded identity provider only. */
  readonly password?: string
  /** One of the demo's accounts, whose password is published. */
  readonly isDemo?: boolean
}

export interface PeopleService {
  /**
   * Makes a person known, so that they may sign in.
   * @throws Fault 409 when the address is known there already.
   */
  add(person: Invitation): Promise<void>
  /** Who may sign in to this organisation at the embedded identity provider under this e-mail address. */
  findForSignIn(organisationId: string, email: string): Promise<PersonRow | undefined>
  /** The person of this organisation, or (null) of the provider's staff, who may sign in under this e-mail address. */
  findMember(organisationId: string | null, email: string): Promise<PersonRow | undefined>
  /** The person, if they have a password and this is it. */
  withPassword(organisationId: string, email: string, password: string): Promise<PersonRow | undefined>
  get(id: string): Promise<PersonRow | undefined>
  /** The people of an organisation, by name; the provider's staff are nobody's. */
  ofOrganisation(organisationId: string): Promise<OrganisationUser[]>
}

/**
 * The people who may sign in.
 * @param deps.demoAccounts whether the demo's may at this address, as long as nothing real is here
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

/** How people know the person in this transaction's view; their address where it has no such person or no name. */
export async function nameOfPerson(tx: Tx, id: string, email: string): Promise<string> {
  const found = await repo.byId(tx, id)
  return `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim() || email
}
