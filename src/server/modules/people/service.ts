import type { Role } from '#contract/session'
import type { OrganisationUser } from '#contract/team'
import type { Database } from '../../db/database'
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
}

export interface PeopleService {
  /**
   * Makes a person known, so that they may sign in.
   * @throws Fault 409 when the address is known there already.
   */
  add(person: Invitation): Promise<void>
  /** Who may sign in to this organisation under this (verified) e-mail address. */
  findForSignIn(organisationId: string, email: string): Promise<PersonRow | undefined>
  /** The person, if they have a password and this is it. */
  withPassword(organisationId: string, email: string, password: string): Promise<PersonRow | undefined>
  get(id: string): Promise<PersonRow | undefined>
  /** The people of an organisation, by name; the provider's staff are nobody's. */
  ofOrganisation(organisationId: string): Promise<OrganisationUser[]>
}

/** The people who may sign in. */
export function createPeopleService({ database }: { database: Database }): PeopleService {
  const findForSignIn = (organisationId: string, email: string) =>
    database.asSystem((tx) => repo.findForSignIn(tx, organisationId, email))
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
    async withPassword(organisationId, email, password) {
      const person = await findForSignIn(organisationId, email)
      return (await verifyPassword(password, person?.passwordHash)) ? person : undefined
    },
    ofOrganisation: (organisationId) => database.forOrganisation(organisationId, (tx) => repo.ofOrganisation(tx)),
    get: (id) => database.asSystem((tx) => repo.byId(tx, id)),
  }
}
