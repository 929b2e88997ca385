/**
 * Policy: signing in. OpenID Connect with the organisation's own issuer, or with the provider's for its staff, who
 * choose an organisation after that; an attempt belongs to one browser and is used once; only people who have been
 * invited come in, by an e-mail address that the issuer stands for. An organisation's issuer speaks for that
 * organisation's people, the provider's for the provider's, and neither for the other's.
 */
import type { OrganisationOption } from '#contract/organisations'
import { IssuerRefused, type Issuer, type OidcClient } from '../../clients/oidc'
import { UnvouchedAddress } from '../../clients/oidcEmail'
import type { Config } from '../../config'
import { invalidInput, notFound } from '../../faults'
import type { Services } from '../../services'
import type { Organisation } from '../organisations/service'
import { PROVIDER_SLUG } from '../provider/service'
import * as attempts from './attempts'
import * as choices from './choices'
import { hashOf, newId } from './service'

/** As long as somebody may take over the issuer's sign-in page. */
const ATTEMPT_MINUTES = 30
/** As long as somebody may take to choose an organisation, signed in already. */
const CHOICE_MINUTES = 10

/** Where issuers send people back to: the provider's apart, so that no organisation's issuer can pass for it. */
export const CALLBACK_PATHS = {
  organisation: '/backend/auth/callback',
  provider: '/backend/auth/provider/callback',
} as const
export type CallbackOf = keyof typeof CALLBACK_PATHS

/** Why somebody was not let in: for the log, never for the person. The message holds no personal data. */
export class SignInRefused extends Error {
  /** @param at the slug of the organisation, or of the provider, where it is known */
  constructor(
    reason: string,
    readonly at?: string,
  ) {
    super(reason)
    this.name = 'SignInRefused'
  }
}

/** The issuer that signs in an organisation without one of its own; undefined where it may not run. */
export type EmbeddedIssuer = (organisation: Organisation) => Issuer | undefined

/** What has begun: a session, or the choice of the organisation for one. */
export interface Begun {
  readonly begun: 'session' | 'choice'
  readonly id: string
  readonly expiresAt: Date
}

interface Parts {
  services: Pick<Services, 'database' | 'organisations' | 'people' | 'sessions' | 'audit' | 'provider'>
  config: Pick<Config, 'publicUrl'>
  oidc: OidcClient
  embeddedIssuer: EmbeddedIssuer
}

/** Sign-in and sign-out through the issuers. */
export function createSignIn({ services, config, oidc, embeddedIssuer }: Parts) {
  const { database, organisations, people, sessions, audit, provider } = services

  async function issuerOf(organisation: Organisation): Promise<Issuer> {
    const { issuer, clientId, clientSecret, trustsEmailDomains } = organisation
    if (!issuer || !clientId) {
      const embedded = embeddedIssuer(organisation)
      if (!embedded) throw new SignInRefused('The organisation has no issuer, and the embedded one may not run here.')
      return embedded
    }
    return {
      url: issuer,
      clientId,
      clientSecret: clientSecret ?? undefined,
      trustedDomains: trustsEmailDomains ? await organisations.domainsOf(organisation.id) : [],
    }
  }

  async function providersIssuer(): Promise<Issuer> {
    const identity = await provider.identity()
    if (!identity) throw new SignInRefused('The provider has no issuer.')
    const { issuer, clientId, clientSecret, emailDomains, trustsEmailDomains } = identity
    return {
      url: issuer,
      clientId,
      clientSecret: clientSecret ?? undefined,
      trustedDomains: trustsEmailDomains ? emailDomains : [],
    }
  }

  /** Everything that is decided at an organisation (null: at the provider), with what went wrong told of that place. */
  async function at<T>(organisation: Organisation | null, work: (issuer: Issuer) => Promise<T>): Promise<T> {
    try {
      return await work(organisation ? await issuerOf(organisation) : await providersIssuer())
    } catch (error) {
      const isRefusal =
        error instanceof SignInRefused || error instanceof IssuerRefused || error instanceof UnvouchedAddress
      throw isRefusal ? new SignInRefused(error.message, organisation?.slug ?? PROVIDER_SLUG) : error
    }
  }

  const redirectUri = (organisation: Organisation | null) =>
    config.publicUrl + CALLBACK_PATHS[organisation ? 'organisation' : 'provider']

  async function personAt(organisation: Organisation | null, email: string) {
    const person =
      organisation && !organisation.issuer
        ? await people.findForSignIn(organisation.id, email)
        : await people.findMember(organisation?.id ?? null, email)
    if (!person) throw new SignInRefused('Nobody with this address has been invited.')
    return person
  }

  /** @param before the session that this browser had: it ends, so that an id is never carried over. */
  async function beginSession(
    session: Parameters<typeof sessions.begin>[0],
    slug: string,
    before: string | undefined,
  ): Promise<Begun> {
    const { id, expiresAt } = await sessions.begin(session)
    if (before) await sessions.end(before)
    const live = await sessions.find(id)
    if (!live) throw new SignInRefused('The person may not sign in here.', slug)
    await audit.record(live.person, 'sign_in', slug)
    return { begun: 'session', id, expiresAt }
  }

  return {
    /**
     * Begins: where to send the browser, and the id to bind the attempt to it.
     * @param slug an organisation's, or the provider's own
     * @throws SignInRefused for an unknown organisation, and when the issuer is not there.
     */
    async begin(slug: string): Promise<{ url: string; attemptId: string }> {
      const organisation = slug === PROVIDER_SLUG ? null : await organisations.findBySlug(slug)
      if (organisation === undefined) throw new SignInRefused('There is no such organisation.')
      const { url, checks } = await at(organisation, (issuer) => oidc.begin(issuer, redirectUri(organisation)))
      const attemptId = newId()
      await database.asSystem((tx) =>
        attempts.insert(tx, {
          idHash: hashOf(attemptId),
          organisationId: organisation?.id ?? null,
          ...checks,
          expiresAt: new Date(Date.now() + ATTEMPT_MINUTES * 60_000),
        }),
      )
      return { url, attemptId }
    },

    /**
     * Finishes: checks the return against the attempt. Begins a session, or for the provider's staff, where there is
     * more than one organisation, the choice of one.
     * @param back what the issuer came back to, and what it put behind the address, with its question mark.
     * @param before the session that this browser had.
     * @throws SignInRefused when anything is not as it must be.
     */
    async finish(
      attemptId: string | undefined,
      back: { to: CallbackOf; query: string },
      before: string | undefined,
    ): Promise<Begun> {
      if (!attemptId) throw new SignInRefused('This browser has not begun to sign in.')
      const attempt = await database.asSystem((tx) => attempts.take(tx, hashOf(attemptId)))
      if (!attempt) throw new SignInRefused('The attempt is unknown, used or too old.')
      const organisation = attempt.organisationId === null ? null : await organisations.get(attempt.organisationId)
      return at(organisation, async (issuer) => {
        if ((back.to === 'provider') !== (organisation === null))
          throw new SignInRefused('The issuer came back to the address of another.')
        const { email, idToken } = await oidc.finish(issuer, new URL(redirectUri(organisation) + back.query), attempt)
        const person = await personAt(organisation, email)
        const signedIn = { personId: person.id, issuer: issuer.url, idToken }
        if (organisation)
          return beginSession({ ...signedIn, organisationId: organisation.id }, organisation.slug, before)
        const [only, second] = await organisations.list()
        if (only && !second) return beginSession({ ...signedIn, organisationId: only.id }, only.slug, before)
        const id = newId()
        const expiresAt = new Date(Date.now() + CHOICE_MINUTES * 60_000)
        await database.asSystem((tx) => choices.insert(tx, { ...signedIn, idHash: hashOf(id), expiresAt }))
        if (before) await sessions.end(before)
        return { begun: 'choice', id, expiresAt }
      })
    },

    /**
     * Who chooses, and among which organisations.
     * @throws Fault 404 when there is nothing to choose, or no longer.
     */
    async choice(id: string | undefined): Promise<{ email: string; organisations: OrganisationOption[] }> {
      const person = id === undefined ? undefined : await database.oneAsSystem((tx) => choices.personOf(tx, hashOf(id)))
      if (!person) throw nothingToChoose()
      return {
        email: person.email,
        organisations: (await organisations.list()).map(({ slug, listedName: name }) => ({ slug, name })),
      }
    },

    /**
     * Begins the session in the organisation that was chosen.
     * @throws Fault 404 when there is nothing to choose, 422 for an unknown organisation, which leaves the choice open.
     */
    async choose(id: string | undefined, slug: string, before: string | undefined): Promise<Begun> {
      if (id === undefined) throw nothingToChoose()
      const organisation = await organisations.findBySlug(slug)
      if (!organisation) throw invalidInput({ slug: 'There is no such organisation. Choose one from the list.' })
      const taken = await database.asSystem((tx) => choices.take(tx, hashOf(id)))
      if (!taken) throw nothingToChoose()
      const { personId, issuer, idToken } = taken
      return beginSession(
        { personId, issuer, idToken: idToken ?? undefined, organisationId: organisation.id },
        slug,
        before,
      )
    },

    /** Ends the session here; says where to end it at the issuer, if that is possible. */
    async end(sessionId: string): Promise<string | undefined> {
      const ended = await sessions.end(sessionId)
      return ended && endAtIssuer(ended, await organisations.get(ended.organisationId))
    },

    /** Gives the choice up, as {@link end} a session. */
    async giveUp(choiceId: string): Promise<string | undefined> {
      const taken = await database.asSystem((tx) => choices.take(tx, hashOf(choiceId)))
      return taken && endAtIssuer(taken, null)
    },
  }

  /** Where to sign out at the issuer that somebody signed in at, unless it has been replaced since. */
  async function endAtIssuer(
    { issuer: url, idToken }: { issuer: string | null; idToken: string | null },
    organisation: Organisation | null,
  ): Promise<string | undefined> {
    if (idToken === null) return undefined
    const isProviders = !organisation || (url !== null && url === (await provider.identity())?.issuer)
    const issuer = isProviders ? await providersIssuer() : await issuerOf(organisation)
    const isSame = url === null || url === issuer.url
    return isSame ? oidc.endSessionUrl(issuer, idToken, `${config.publicUrl}/login`) : undefined
  }
}

const nothingToChoose = () => notFound('This sign-in has ended. Sign in again.')

export type SignIn = ReturnType<typeof createSignIn>
