/**
 * Policy: signing in (decisions 7, 41, 45). OpenID Connect with the organisation's own issuer; an
 * attempt belongs to one browser and is used once; only people whom the organisation has invited come
 * in, by an e-mail address that the issuer has verified.
 */
import type { Issuer, OidcClient } from '../../clients/oidc'
import type { Config } from '../../config'
import type { Services } from '../../services'
import type { Organisation } from '../organisations/service'
import * as attempts from './attempts'
import { hashOf, newId } from './service'

/** As long as somebody may take over the issuer's sign-in page. */
const ATTEMPT_MINUTES = 30

/** Why somebody was not let in: for the log, never for the person (decision 6). */
class SignInRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'SignInRefused'
  }
}

/** The issuer that signs in an organisation without one of its own; undefined where it may not run. */
export type EmbeddedIssuer = (organisation: Organisation) => Issuer | undefined

interface Parts {
  services: Pick<Services, 'database' | 'organisations' | 'people' | 'sessions' | 'audit'>
  config: Pick<Config, 'publicUrl'>
  oidc: OidcClient
  embeddedIssuer: EmbeddedIssuer
}

/** Sign-in and sign-out through the issuer of the organisation. */
export function createSignIn({ services, config, oidc, embeddedIssuer }: Parts) {
  const { database, organisations, people, sessions, audit } = services
  const redirectUri = `${config.publicUrl}/backend/auth/callback`

  function issuerOf(organisation: Organisation): Issuer {
    if (!organisation.issuer || !organisation.clientId) {
      const embedded = embeddedIssuer(organisation)
      if (!embedded) throw new SignInRefused('The organisation has no issuer, and the embedded one may not run here.')
      return embedded
    }
    return {
      url: organisation.issuer,
      clientId: organisation.clientId,
      clientSecret: organisation.clientSecret ?? undefined,
    }
  }

  return {
    /**
     * Begins: where to send the browser, and the id to bind the attempt to it.
     * @throws SignInRefused for an unknown organisation.
     */
    async begin(slug: string): Promise<{ url: string; attemptId: string }> {
      const organisation = await organisations.findBySlug(slug)
      if (!organisation) throw new SignInRefused('There is no such organisation.')
      const { url, checks } = await oidc.begin(issuerOf(organisation), redirectUri)
      const attemptId = newId()
      await database.asSystem((tx) =>
        attempts.insert(tx, {
          idHash: hashOf(attemptId),
          organisationId: organisation.id,
          ...checks,
          expiresAt: new Date(Date.now() + ATTEMPT_MINUTES * 60_000),
        }),
      )
      return { url, attemptId }
    },

    /**
     * Finishes: checks the return against the attempt and begins a session.
     * @param query what the issuer put behind the redirect address, with its question mark.
     * @param before the session that this browser had: it ends, so that an id is never carried over.
     * @throws SignInRefused, or an Error of the issuer's, when anything is not as it must be.
     */
    async finish(
      attemptId: string | undefined,
      query: string,
      before: string | undefined,
    ): Promise<{ id: string; expiresAt: Date }> {
      if (!attemptId) throw new SignInRefused('This browser has not begun to sign in.')
      const attempt = await database.asSystem((tx) => attempts.take(tx, hashOf(attemptId)))
      if (!attempt) throw new SignInRefused('The attempt is unknown, used or too old.')
      const organisation = await organisations.get(attempt.organisationId)
      const { email, idToken } = await oidc.finish(issuerOf(organisation), new URL(redirectUri + query), attempt)
      if (!email) throw new SignInRefused('The issuer has not verified an e-mail address.')
      const person = await people.findForSignIn(organisation.id, email)
      if (!person) throw new SignInRefused('Nobody with this address has been invited.')
      // An organisation's own issuer answers for its own people, not for the provider's.
      if (person.organisationId === null && organisation.issuer) {
        throw new SignInRefused("The provider's staff cannot sign in through an organisation's own issuer.")
      }
      const session = await sessions.begin({ personId: person.id, organisationId: organisation.id, idToken })
      if (before) await sessions.end(before)
      const begun = await sessions.find(session.id)
      if (begun) await audit.record(begun.person, 'sign_in', organisation.slug)
      return session
    },

    /** Ends the session here; says where to end it at the issuer, if that is possible. */
    async end(sessionId: string): Promise<string | undefined> {
      const ended = await sessions.end(sessionId)
      if (!ended?.idToken) return undefined
      const organisation = await organisations.get(ended.organisationId)
      return oidc.endSessionUrl(issuerOf(organisation), ended.idToken, `${config.publicUrl}/login`)
    },
  }
}

export type SignIn = ReturnType<typeof createSignIn>
