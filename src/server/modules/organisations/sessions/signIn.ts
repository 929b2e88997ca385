/**
 * An organisation's issuer vouches only for its people, the provider's only for its staff. An attempt belongs to one
 * browser and works once.
 */
import type { OidcClient } from '../../../clients/oidc'
import type { Config } from '../../../config'
import type { Database } from '../../../db/database'
import type { Organisation } from '../organisations/repo'
import { PROVIDER_SLUG } from '../provider/service'
import { admitPerson, beginSession, type Begun, type SignInDependencies } from './beginSession'
import { callbackPath } from './identity'
import { createOrganisationChoices } from './organisationChoices'
import * as repo from './repo'
import { computeHash, newId } from './service'
import { createSignInIssuers, SignInRefused, type EmbeddedIssuer } from './signInIssuers'

/** Time for the issuer's page. */
export const ATTEMPT_MINUTES = 30

interface Parts {
  services: SignInDependencies & { readonly database: Database }
  config: Pick<Config, 'publicUrl'>
  oidc: OidcClient
  embeddedIssuer: EmbeddedIssuer
}

export type SignIn = ReturnType<typeof createSignIn>

/** Signs in and out through issuers. */
export function createSignIn({ services, config, oidc, embeddedIssuer }: Parts) {
  const { database, organisations, sessions } = services
  const issuers = createSignInIssuers(services, embeddedIssuer)
  const deps = { ...services, issuers }
  const choices = createOrganisationChoices(deps)

  /** Undefined when the issuer was replaced since. */
  async function endAtIssuer(
    { issuer: url, idToken }: { issuer: string | null; idToken: string | null },
    organisation: Organisation | null,
  ): Promise<string | undefined> {
    if (idToken === null) return undefined
    const issuer = await issuers.findFormer({ issuer: url, idToken }, organisation)
    return issuer && oidc.endSessionUrl(issuer, idToken, `${config.publicUrl}/login`)
  }

  return {
    /**
     * `attemptId` binds the attempt to the browser.
     * @param slug an organisation or the provider
     * @throws SignInRefused
     */
    async begin(slug: string, loginHint?: string): Promise<{ url: string; state: string; attemptId: string }> {
      const organisation = slug === PROVIDER_SLUG ? null : await organisations.findBySlug(slug)
      if (organisation === undefined) throw new SignInRefused('organisation_unknown', 'There is no such organisation.')
      const { url, checks } = await issuers.use(organisation, (issuer) =>
        oidc.begin(issuer, config.publicUrl + callbackPath(organisation?.slug, issuer.sendsIss), loginHint),
      )
      const attemptId = newId()
      await database.asSystem((tx) =>
        repo.insertAttempt(tx, {
          idHash: computeHash(attemptId),
          organisationId: organisation?.id ?? null,
          ...checks,
          expiresAt: new Date(Date.now() + ATTEMPT_MINUTES * 60_000),
        }),
      )
      return { url, state: checks.state, attemptId }
    },

    /**
     * Ends an attempt with a session, or a staff member's choice of organisation.
     * @param back path, and query with its question mark
     * @throws SignInRefused
     */
    async finish(
      attemptId: string | undefined,
      back: { path: string; query: string },
      before: string | undefined,
    ): Promise<Begun> {
      if (!attemptId) throw new SignInRefused('attempt_unknown', 'This browser has not begun to sign in.')
      const attempt = await database.asSystem((tx) => repo.takeAttempt(tx, computeHash(attemptId)))
      if (!attempt) throw new SignInRefused('attempt_unknown', 'The attempt is unknown, used or too old.')
      const organisation = attempt.organisationId === null ? null : await organisations.get(attempt.organisationId)
      return issuers.use(organisation, async (issuer) => {
        const { person: told, idToken } = await oidc.finish(
          issuer,
          new URL(config.publicUrl + back.path + back.query),
          attempt,
        )
        const person = await admitPerson(services, organisation, told)
        const signedIn = { personId: person.id, issuer: issuer.url, idToken }
        if (organisation) return beginSession(deps, { ...signedIn, by: organisation.id }, organisation, before)
        const [only, second] = await organisations.list()
        if (only && !second) return beginSession(deps, { ...signedIn, by: null }, only, before)
        const choice = await choices.begin(signedIn)
        if (before) await sessions.end(before)
        return choice
      })
    },

    choices,

    async end(sessionId: string): Promise<string | undefined> {
      const ended = await sessions.end(sessionId)
      return ended && endAtIssuer(ended, await organisations.get(ended.organisationId))
    },

    async giveUp(choiceId: string): Promise<string | undefined> {
      const taken = await choices.take(choiceId)
      return taken && endAtIssuer(taken, null)
    },
  }
}
