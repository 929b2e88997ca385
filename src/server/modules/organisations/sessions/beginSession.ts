import type { SignedInPerson } from '../../../clients/oidc'
import type { AuditService } from '../audit/service'
import type { Organisation } from '../organisations/repo'
import { NOT_INVITED } from '../people/admission'
import { PROVIDER_SLUG } from '../provider/service'
import type { SessionsService } from './service'
import { SignInRefused, type IssuerDependencies, type SignInIssuers } from './signInIssuers'

export interface Begun {
  readonly begun: 'session' | 'choice'
  readonly id: string
  readonly expiresAt: Date
}

export interface SignInDependencies extends IssuerDependencies {
  readonly audit: AuditService
  readonly sessions: SessionsService
}

export interface SignedIn {
  readonly personId: string
  readonly issuer: string
  readonly idToken: string | undefined
  /** Null: the provider's. */
  readonly by: string | null
}

/**
 * @param before ended, so that no id survives sign-in (session fixation)
 * @throws SignInRefused
 */
export async function beginSession(
  { organisations, people, sessions, audit, issuers }: SignInDependencies & { readonly issuers: SignInIssuers },
  { by, ...signedIn }: SignedIn,
  { id: organisationId, slug }: Pick<Organisation, 'id' | 'slug'>,
  before: string | undefined,
): Promise<Begun> {
  const { id, expiresAt } = await sessions.begin({ ...signedIn, organisationId })
  if (before) await sessions.end(before)
  // The issuer may have been replaced meanwhile.
  const vouching = by === null ? null : await organisations.get(by)
  const { url } = await issuers.find(vouching)
  const live = url === signedIn.issuer ? await sessions.find(id) : undefined
  if (!live) {
    await sessions.end(id)
    throw new SignInRefused(
      'not_invited',
      'The person may not sign in here, or who signs people in has changed meanwhile.',
      { at: slug },
    )
  }
  await people.admission.noteSignIn(signedIn.personId)
  await audit.record(live.person, 'sign_in', `${slug} by ${nameIssuer(vouching)}`)
  return { begun: 'session', id, expiresAt }
}

function nameIssuer(organisation: Organisation | null): string {
  if (!organisation) return 'the provider’s issuer'
  return organisation.issuer ? `the issuer of ${organisation.slug}` : 'the built-in page'
}

/** @throws SignInRefused for who was not invited */
export async function admitPerson(
  { people, organisations }: Pick<SignInDependencies, 'people' | 'organisations'>,
  organisation: Organisation | null,
  told: SignedInPerson,
) {
  if (organisation?.issuer) {
    const admission = await people.admission.admit(
      organisation.id,
      told,
      await organisations.domainsOf(organisation.id),
    )
    if ('refused' in admission) throw new SignInRefused('not_invited', admission.refused, { at: organisation.slug })
    return admission.person
  }
  const person = organisation
    ? await people.admission.findForSignIn(organisation.id, told.email)
    : await people.admission.findMember(null, told.email)
  if (!person) throw new SignInRefused('not_invited', NOT_INVITED, { at: organisation?.slug ?? PROVIDER_SLUG })
  return person
}
