/**
 * An organisation's issuer vouches only for its people, the provider's only for its staff. An attempt belongs to one
 * browser and works once.
 */
import type { OrganisationOption } from '#contract/organisations/organisations'
import { IssuerRefused, type Issuer, type OidcClient, type SignedInPerson } from '../../../clients/oidc'
import { UnvouchedAddress } from '../../../clients/oidcEmail'
import type { Config } from '../../../config'
import { invalidInput, notFound } from '../../../http/faults'
import { SecretLost } from '../../../lib/secrets'
import type { Database } from '../../../db/database'
import type { AuditService } from '../audit/service'
import type { OrganisationsService } from '../organisations/service'
import type { Organisation } from '../organisations/repo'
import { NOT_INVITED } from '../people/admission'
import type { PeopleService } from '../people/service'
import { PROVIDER_SLUG, type ProviderService } from '../provider/service'
import { callbackPath, type IdentityService } from './identity'
import * as repo from './repo'
import { hashOf, newId, type SessionsService } from './service'

/** Time for the issuer's page. */
export const ATTEMPT_MINUTES = 30
const CHOICE_MINUTES = 10

/** For the log only; no personal data. */
export class SignInRefused extends Error {
  /** @param at slug of the organisation or provider, if known */
  constructor(
    reason: string,
    readonly at?: string,
  ) {
    super(reason)
    this.name = 'SignInRefused'
  }
}

/** Undefined where the embedded provider may not run. */
export type EmbeddedIssuer = (organisation: Organisation) => Issuer | undefined

export interface Begun {
  readonly begun: 'session' | 'choice'
  readonly id: string
  readonly expiresAt: Date
}

interface Parts {
  services: {
    readonly database: Database
    readonly audit: AuditService
    readonly provider: ProviderService
    readonly organisations: OrganisationsService
    readonly people: PeopleService
    readonly identity: IdentityService
    readonly sessions: SessionsService
  }
  config: Pick<Config, 'publicUrl'>
  oidc: OidcClient
  embeddedIssuer: EmbeddedIssuer
}

/** Signs in and out through the issuers. */
export function createSignIn({ services, config, oidc, embeddedIssuer }: Parts) {
  const { database, organisations, people, sessions, audit, provider, identity } = services

  const issuerAt = (organisation: Organisation | null) => (organisation ? issuerOf(organisation) : providersIssuer())

  async function issuerOf(organisation: Organisation): Promise<Issuer> {
    const { issuer, clientId, clientSecret, sendsIss, trustsEmailDomains, strengths } = organisation
    if (!issuer || !clientId) {
      const embedded = embeddedIssuer(organisation)
      if (!embedded) throw new SignInRefused('The organisation has no issuer, and the embedded one may not run here.')
      return embedded
    }
    const rules = await people.signInRules(organisation.id)
    return {
      url: issuer,
      clientId,
      clientSecret: identity.openSecret(organisation.slug, clientSecret),
      sendsIss,
      trustedDomains: trustsEmailDomains ? await organisations.domainsOf(organisation.id) : [],
      strengths,
      groupsClaim: rules.group_roles.length > 0 ? rules.groups_claim : undefined,
      asksNames: rules.creates_accounts,
    }
  }

  async function providersIssuer(): Promise<Issuer> {
    const own = await provider.identity()
    if (!own) throw new SignInRefused('The provider has no issuer.')
    const { issuer, clientId, clientSecret, sendsIss, emailDomains, trustsEmailDomains, strengths } = own
    return {
      url: issuer,
      clientId,
      clientSecret: identity.openSecret(PROVIDER_SLUG, clientSecret),
      sendsIss,
      trustedDomains: trustsEmailDomains ? emailDomains : [],
      strengths,
    }
  }

  async function at<T>(organisation: Organisation | null, work: (issuer: Issuer) => Promise<T>): Promise<T> {
    try {
      return await work(await issuerAt(organisation))
    } catch (error) {
      const isRefusal = [SignInRefused, IssuerRefused, UnvouchedAddress, SecretLost].some(
        (known) => error instanceof known,
      )
      throw isRefusal && error instanceof Error
        ? new SignInRefused(error.message, organisation?.slug ?? PROVIDER_SLUG)
        : error
    }
  }

  async function personAt(organisation: Organisation | null, told: SignedInPerson) {
    if (organisation?.issuer) {
      const admission = await people.admit(organisation.id, told, await organisations.domainsOf(organisation.id))
      if ('refused' in admission) throw new SignInRefused(admission.refused, organisation.slug)
      return admission.person
    }
    const person = organisation
      ? await people.findForSignIn(organisation.id, told.email)
      : await people.findMember(null, told.email)
    if (!person) throw new SignInRefused(NOT_INVITED, organisation?.slug ?? PROVIDER_SLUG)
    return person
  }

  interface SignedIn {
    readonly personId: string
    readonly issuer: string
    readonly idToken: string | undefined
    /** Null: the provider's. */
    readonly by: string | null
  }

  /** @param before ended, so that no id survives sign-in (session fixation) */
  async function beginSession(
    { by, ...signedIn }: SignedIn,
    { id: organisationId, slug }: Pick<Organisation, 'id' | 'slug'>,
    before: string | undefined,
  ): Promise<Begun> {
    const { id, expiresAt } = await sessions.begin({ ...signedIn, organisationId })
    if (before) await sessions.end(before)
    // The issuer may have been replaced meanwhile.
    const { url } = await issuerAt(by === null ? null : await organisations.get(by))
    const live = url === signedIn.issuer ? await sessions.find(id) : undefined
    if (!live) {
      await sessions.end(id)
      throw new SignInRefused('The person may not sign in here, or who signs people in has changed meanwhile.', slug)
    }
    await people.noteSignIn(signedIn.personId)
    await audit.record(live.person, 'sign_in', slug)
    return { begun: 'session', id, expiresAt }
  }

  return {
    /**
     * Begins an attempt, which `attemptId` binds to the browser.
     * @param slug an organisation or the provider
     * @throws SignInRefused
     */
    async begin(slug: string): Promise<{ url: string; state: string; attemptId: string }> {
      const organisation = slug === PROVIDER_SLUG ? null : await organisations.findBySlug(slug)
      if (organisation === undefined) throw new SignInRefused('There is no such organisation.')
      const { url, checks } = await at(organisation, (issuer) =>
        oidc.begin(issuer, config.publicUrl + callbackPath(organisation?.slug, issuer.sendsIss)),
      )
      const attemptId = newId()
      await database.asSystem((tx) =>
        repo.insertAttempt(tx, {
          idHash: hashOf(attemptId),
          organisationId: organisation?.id ?? null,
          ...checks,
          expiresAt: new Date(Date.now() + ATTEMPT_MINUTES * 60_000),
        }),
      )
      return { url, state: checks.state, attemptId }
    },

    /**
     * Ends an attempt with a session, or for provider staff with a choice of organisation.
     * @param back path, and query with its question mark
     * @throws SignInRefused
     */
    async finish(
      attemptId: string | undefined,
      back: { path: string; query: string },
      before: string | undefined,
    ): Promise<Begun> {
      if (!attemptId) throw new SignInRefused('This browser has not begun to sign in.')
      const attempt = await database.asSystem((tx) => repo.takeAttempt(tx, hashOf(attemptId)))
      if (!attempt) throw new SignInRefused('The attempt is unknown, used or too old.')
      const organisation = attempt.organisationId === null ? null : await organisations.get(attempt.organisationId)
      return at(organisation, async (issuer) => {
        const { person: told, idToken } = await oidc.finish(
          issuer,
          new URL(config.publicUrl + back.path + back.query),
          attempt,
        )
        const person = await personAt(organisation, told)
        const signedIn = { personId: person.id, issuer: issuer.url, idToken }
        if (organisation) return beginSession({ ...signedIn, by: organisation.id }, organisation, before)
        const [only, second] = await organisations.list()
        if (only && !second) return beginSession({ ...signedIn, by: null }, only, before)
        const id = newId()
        const expiresAt = new Date(Date.now() + CHOICE_MINUTES * 60_000)
        await database.asSystem((tx) => repo.insertChoice(tx, { ...signedIn, idHash: hashOf(id), expiresAt }))
        if (before) await sessions.end(before)
        return { begun: 'choice', id, expiresAt }
      })
    },

    /** @throws Fault 404 without an open choice */
    async choice(id: string | undefined): Promise<{ email: string; organisations: OrganisationOption[] }> {
      const person =
        id === undefined
          ? undefined
          : await database.asSystemWithoutTransaction((tx) => repo.personChoosing(tx, hashOf(id)))
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
      const taken = await database.asSystem((tx) => repo.takeChoice(tx, hashOf(id)))
      if (!taken) throw nothingToChoose()
      const { personId, issuer, idToken } = taken
      return beginSession({ personId, issuer, idToken: idToken ?? undefined, by: null }, organisation, before)
    },

    async end(sessionId: string): Promise<string | undefined> {
      const ended = await sessions.end(sessionId)
      return ended && endAtIssuer(ended, await organisations.get(ended.organisationId))
    },

    async giveUp(choiceId: string): Promise<string | undefined> {
      const taken = await database.asSystem((tx) => repo.takeChoice(tx, hashOf(choiceId)))
      return taken && endAtIssuer(taken, null)
    },
  }

  /** Undefined when the issuer was replaced since. */
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
