import type { Configuration, interactionPolicy, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { SESSION_HOURS } from '../../modules/organisations/sessions/service'
import type { PeopleService } from '../../modules/organisations/people/service'
import type { Keys } from './keys'
import { createMemoryAdapter } from './memory'
import { messagePage, signOutPage } from './pages'

export const CLIENT_ID = 'doorstep'

interface Parts {
  publicUrl: string
  slug: string
  keys: Keys
  people: PeopleService
}

/** An organisation's issuer. */
export const issuerUrl = (publicUrl: string, slug: string): string => `${publicUrl}/oidc/${slug}`

const interactionPath = (slug: string, uid: string): string => `/oidc/${slug}/interaction/${uid}`

/** For one organisation, with Doorstep as its only client. The first call loads its package. */
export async function createProvider({ publicUrl, slug, keys, people }: Parts): Promise<Provider> {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const provider = new Provider(issuerUrl(publicUrl, slug), {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: keys.clientSecret,
        redirect_uris: [`${publicUrl}/backend/auth/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: keys.signingKey.alg,
      },
    ],
    jwks: { keys: [keys.signingKey] },
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: {
      keys: [keys.cookieKey],
      // Providers share a host, so each keeps to its path.
      long: { path: `/oidc/${slug}`, httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      Interaction: 30 * 60,
      AuthorizationCode: 60,
      AccessToken: 5 * 60,
      IdToken: 5 * 60,
      Session: SESSION_HOURS * 60 * 60,
      Grant: SESSION_HOURS * 60 * 60,
    },
    interactions: {
      url: (_context, interaction) => interactionPath(slug, interaction.uid),
      policy: askingEachTime(interactionPolicy),
    },
    findAccount: async (_context, id) => {
      const person = await people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, email: person.email, email_verified: true }) }
    },
    loadExistingGrant: grantToDoorstep,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => void (context.body = signOutPage(form)),
        postLogoutSuccessSource: (context) =>
          void (context.body = messagePage('You are signed out', 'You can close this page, or sign in again.')),
      },
    },
    renderError: (context) => {
      context.type = 'html'
      context.body = messagePage(
        'You could not be signed in',
        'This sign-in has ended or was not complete. Please start again.',
      )
    },
  } satisfies Configuration)
  provider.proxy = true
  provider.use(signOutWithoutAsking)
  return provider
}

/** What ends somebody's sessions in Doorstep does not reach those here: no browser gets in by them without the password. */
function askingEachTime({ base, Check }: typeof interactionPolicy): interactionPolicy.DefaultPolicy {
  const policy = base()
  const ask = new Check('each_time', 'The password is asked each time', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(ask)
  return policy
}

/** Doorstep's own client needs no consent. */
const grantToDoorstep: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const existing = session.grantIdFor(client.clientId)
  if (existing) return provider.Grant.find(existing)
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email')
  await grant.save()
  return grant
}

/** A valid ID token says whose session ends: RP-Initiated Logout 1.0, section 2 then needs no question. */
async function signOutWithoutAsking(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  // Absent at unknown addresses.
  const oidc = context.oidc as KoaContextWithOIDC['oidc'] | undefined
  if (oidc?.route !== 'end_session' || context.status !== 200) return
  const { session, entities, provider } = oidc
  const hinted = entities.IdTokenHint?.payload
  const returnTo = oidc.params?.post_logout_redirect_uri
  if (!session || !hinted || typeof returnTo !== 'string') return
  if (session.accountId && session.accountId !== hinted.sub) return
  await session.destroy()
  context.cookies.set(provider.cookieName('session'), null, { path: new URL(provider.issuer).pathname, signed: true })
  context.status = 303
  context.redirect(returnTo)
}
