/** OpenID Connect, as the relying party: the only place that knows openid-client. */
import * as oidc from 'openid-client'
import { isThisMachine } from '../config'
import { addressesIn, claimsSchema, vouchedAddress, withUserInfo, type Claims } from './oidcEmail'

/** How an organisation's people sign in. */
export interface Issuer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** Whether it names itself (`iss`) in every return of a browser, as RFC 9207 has it. */
  readonly sendsIss: boolean
  /** The e-mail domains for which its word is taken without `email_verified`; see oidcEmail.ts. */
  readonly trustedDomains: readonly string[]
}

/** What leaves with the browser and must come back with it. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

export interface OidcClient {
  /** Whether its metadata promise `iss` in every return of a browser. @throws IssuerRefused */
  promisesIss(issuer: Omit<Issuer, 'sendsIss'>): Promise<boolean>
  /** Where to send the browser, and what to hold against its return. @throws IssuerRefused */
  begin(issuer: Issuer, redirectUri: string): Promise<{ url: string; checks: Checks }>
  /**
   * Redeems the return. Checks its address, state, nonce, PKCE, `iss` and the ID token's signature, audience and time.
   * @throws UnvouchedAddress when the issuer does not stand for an e-mail address, IssuerRefused for whatever else is
   *   not as it must be
   */
  finish(issuer: Issuer, returnedTo: URL, checks: Checks): Promise<{ email: string; idToken: string | undefined }>
  /** Where the issuer ends its own session, if it offers that. */
  endSessionUrl(issuer: Issuer, idToken: string, returnTo: string): Promise<string | undefined>
}

/** Issuers change their endpoints rarely and their keys more often; openid-client follows the keys itself. */
const DISCOVERY_KEPT_MS = 60 * 60 * 1000
const TIMEOUT_SECONDS = 10

/** Answers an issuer's own HTTP calls; see inProcessFetch. */
export type IssuerFetch = oidc.CustomFetch

/** @param fetch answers calls to the embedded identity provider, which lives in this process. */
export function createOidcClient(fetch?: IssuerFetch): OidcClient {
  const discovered = new Map<string, { configuration: Promise<oidc.Configuration>; until: number }>()

  function configurationOf(issuer: Omit<Issuer, 'sendsIss'>): Promise<oidc.Configuration> {
    const key = JSON.stringify(issuer)
    const kept = discovered.get(key)
    if (kept && kept.until > Date.now()) return kept.configuration
    const configuration = discover(issuer, fetch)
    discovered.set(key, { configuration, until: Date.now() + DISCOVERY_KEPT_MS })
    // An issuer that is away now is asked again the next time.
    configuration.catch(() => discovered.delete(key))
    return configuration
  }

  return {
    async promisesIss(issuer) {
      const configuration = await orRefused(() => configurationOf(issuer))
      return configuration.serverMetadata().authorization_response_iss_parameter_supported === true
    },

    async begin(issuer, redirectUri) {
      const configuration = await orRefused(() => configurationOf(issuer))
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        redirectUri: new URL(redirectUri).href,
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: checks.redirectUri,
        response_type: 'code',
        // Entra ID sends `preferred_username` with the profile only.
        scope: issuer.trustedDomains.length > 0 ? 'openid email profile' : 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },

    async finish(issuer, returnedTo, { state, nonce, codeVerifier, redirectUri }) {
      // Before the code goes anywhere: an issuer could pass a browser on to another one, and be handed its code.
      if (returnedTo.origin + returnedTo.pathname !== redirectUri) {
        throw new IssuerRefused('The browser came back to another address than the one that this sign-in began with.')
      }
      if (issuer.sendsIss && !returnedTo.searchParams.get('iss')) {
        throw new IssuerRefused('The return does not name its issuer (iss), as this one always does.')
      }
      const { claims, idToken } = await orRefused(async () => {
        const configuration = await configurationOf(issuer)
        const tokens = await oidc.authorizationCodeGrant(configuration, returnedTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return { claims: await claimsOf(configuration, issuer, tokens), idToken: tokens.id_token }
      })
      return { email: vouchedAddress(claims, issuer), idToken }
    },

    async endSessionUrl(issuer, idToken, returnTo) {
      const configuration = await configurationOf(issuer)
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },
  }
}

/** The issuer, or what it sent, is not as it must be. The message names what kind of fault it was and quotes nothing. */
export class IssuerRefused extends Error {
  override readonly name = 'IssuerRefused'
}

/** Errors of an issuer quote tokens, addresses and what a browser brought along: only what they are called goes on. */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof IssuerRefused) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const kind =
      typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : error instanceof Error ? error.name : 'unknown'
    throw new IssuerRefused(`The issuer could not be reached, or what it sent was not accepted (${kind}).`)
  }
}

async function discover(issuer: Omit<Issuer, 'sendsIss'>, fetch: IssuerFetch | undefined): Promise<oidc.Configuration> {
  const url = new URL(issuer.url)
  const configuration = await oidc.discovery(
    url,
    issuer.clientId,
    issuer.clientSecret,
    // Without a secret the client is public, and PKCE alone binds the code to it.
    issuer.clientSecret ? oidc.ClientSecretBasic(issuer.clientSecret) : oidc.None(),
    {
      timeout: TIMEOUT_SECONDS,
      ...(fetch ? { [oidc.customFetch]: fetch } : {}),
      // Plain http only to this machine, where nobody is in between.
      ...(url.protocol === 'http:' && isThisMachine(url) ? { execute: [oidc.allowInsecureRequests] } : {}),
    },
  )
  // openid-client lets Entra ID's shared issuers through, which sign for every tenant in the world.
  if (new URL(configuration.serverMetadata().issuer).href !== url.href) {
    throw new IssuerRefused('The issuer calls itself by another name than the one that is set.')
  }
  return configuration
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** An ID token's claims, with the address from the userinfo endpoint where it is only there (OpenID Connect Core 5.4). */
async function claimsOf(configuration: oidc.Configuration, issuer: Issuer, tokens: Tokens): Promise<Claims> {
  const claims = claimsSchema.parse(tokens.claims())
  const isWhole = addressesIn(claims, issuer.trustedDomains.length > 0).length > 0
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims
  return withUserInfo(
    claims,
    claimsSchema.parse(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)),
  )
}
