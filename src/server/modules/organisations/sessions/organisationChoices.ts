import type { OrganisationOption } from '#contract/organisations/organisations'
import type { Database } from '../../../db/database'
import { invalidInput, notFound } from '../../../http/faults'
import { beginSession, type Begun, type SignedIn, type SignInDependencies } from './beginSession'
import * as repo from './repo'
import { computeHash, newId } from './service'
import type { SignInIssuers } from './signInIssuers'

const CHOICE_MINUTES = 10

export interface ChoiceDependencies extends SignInDependencies {
  readonly database: Database
  readonly issuers: SignInIssuers
}

/** Each choice works once. */
export function createOrganisationChoices(deps: ChoiceDependencies) {
  const { database, organisations } = deps
  return {
    async begin(signedIn: Omit<SignedIn, 'by'>): Promise<Begun> {
      const id = newId()
      const expiresAt = new Date(Date.now() + CHOICE_MINUTES * 60_000)
      await database.asSystem((tx) => repo.insertChoice(tx, { ...signedIn, idHash: computeHash(id), expiresAt }))
      return { begun: 'choice', id, expiresAt }
    },

    /** @throws Fault 404 without an open choice */
    async read(id: string | undefined): Promise<{ email: string; organisations: OrganisationOption[] }> {
      const person =
        id === undefined
          ? undefined
          : await database.asSystemWithoutTransaction((tx) => repo.personChoosing(tx, computeHash(id)))
      if (!person) throw nothingToChoose()
      return {
        email: person.email,
        organisations: (await organisations.list()).map(({ slug, listedName: name }) => ({ slug, name })),
      }
    },

    /** @throws Fault 404 without an open choice; 422 for an unknown organisation */
    async choose(id: string | undefined, slug: string, before: string | undefined): Promise<Begun> {
      if (id === undefined) throw nothingToChoose()
      const organisation = await organisations.findBySlug(slug)
      if (!organisation) throw invalidInput({ slug: 'There is no such organisation. Choose one from the list.' })
      const taken = await database.asSystem((tx) => repo.takeChoice(tx, computeHash(id)))
      if (!taken) throw nothingToChoose()
      const { personId, issuer, idToken } = taken
      return beginSession(deps, { personId, issuer, idToken: idToken ?? undefined, by: null }, organisation, before)
    },

    /** Undefined when already taken. */
    take: (id: string) => database.asSystem((tx) => repo.takeChoice(tx, computeHash(id))),
  }
}

const nothingToChoose = () => notFound('This sign-in has ended. Sign in again.')
