/** OpenID Connect, as the relying party: the only place that knows openid-client. */
import * as oidc from 'openid-client'
import { isThisMachine } from '../config'

/** How an organisation's people sign in. */
export interface Issuer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** What leaves with the browser and must come back with it. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface OidcClient {
  /** Where to send the browser, and what to hold against its return. */
  begin(issuer: Issuer, redirectUri: string): Promise<{ url: string; checks: Checks }>
  /**
   * Redeems the return. Checks state, nonce, PKCE, `iss` and the ID token's signature, audience and time.
   * @throws Error when anything is not as it was sent.
   */
  finish(
    issuer: Issuer,
    returnedTo: URL,
    checks: Checks,
  ): Promise<{ email: string | undefined; idToken: string | undefined }>
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

  function configurationOf(issuer: Issuer): Promise<oidc.Configuration> {
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
    async begin(issuer, redirectUri) {
      const configuration = await configurationOf(issuer)
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },

    async finish(issuer, returnedTo, { state, nonce, codeVerifier }) {
      const configuration = await configurationOf(issuer)
      const tokens = await oidc.authorizationCodeGrant(configuration, returnedTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      return { email: await verifiedEmail(configuration, tokens), idToken: tokens.id_token }
    },

    async endSessionUrl(issuer, idToken, returnTo) {
      const configuration = await configurationOf(issuer)
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },
  }
}

async function discover(issuer: Issuer, fetch: IssuerFetch | undefined): Promise<oidc.Configuration> {
  const url = new URL(issuer.url)
  return oidc.discovery(
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
}

/**
 * The address that the issuer itself vouches for: in the ID token or, as OpenID Connect Core 5.4 has
 * it with the code flow, at the userinfo endpoint. An address that it has not verified is nobody's.
 */
async function verifiedEmail(
  configuration: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<string | undefined> {
  const claims = tokens.claims()
  if (!claims) return undefined
  const source =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  // Some issuers send the flag as text.
  const isVerified = source.email_verified === true || (source.email_verified as unknown) === 'true'
  return isVerified && typeof source.email === 'string' ? source.email : undefined
}
