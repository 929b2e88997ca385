/** OpenID Connect; openid-client is used nowhere else. */
import * as oidc from 'openid-client'
import { isThisMachine } from '../config'
import { addressesIn, claimsSchema, vouchedAddress, withUserInfo, type Claims } from './oidcEmail'
import { groupsIn, lacksGroups, withGroups } from './oidcGroups'

export interface Issuer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** RFC 9207. */
  readonly sendsIss: boolean
  readonly trustedDomains: readonly string[]
  /** `acr` or one of `amr` must be one of these; without any, the issuer decides. */
  readonly strengths?: readonly string[]
  readonly groupsClaim?: string | undefined
  readonly asksNames?: boolean
}

export interface SignedInPerson {
  readonly email: string
  readonly groups: readonly string[]
  readonly firstName: string
  readonly lastName: string
}

export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

export interface OidcClient {
  /** Whether the issuer's metadata promise `iss`. @throws IssuerRefused */
  promisesIss(issuer: Omit<Issuer, 'sendsIss'>): Promise<boolean>
  /** @throws IssuerRefused */
  begin(issuer: Issuer, redirectUri: string): Promise<{ url: string; checks: Checks }>
  /**
   * Checks address, state, nonce, PKCE, `iss` and the ID token with its signature.
   * @throws UnvouchedAddress without a trustworthy address; IssuerRefused otherwise
   */
  finish(
    issuer: Issuer,
    returnedTo: URL,
    checks: Checks,
  ): Promise<{ person: SignedInPerson; idToken: string | undefined }>
  endSessionUrl(issuer: Issuer, idToken: string, returnTo: string): Promise<string | undefined>
}

const DISCOVERY_KEPT_MS = 60 * 60 * 1000
const TIMEOUT_SECONDS = 10

export type IssuerFetch = oidc.CustomFetch

export interface OidcClientSettings {
  readonly fetch?: IssuerFetch
  /** How far an issuer's clock may be off; openid-client's 30 s by default. */
  readonly clockToleranceSeconds?: number | undefined
}

/** The client of all issuers. */
export function createOidcClient(settings: OidcClientSettings = {}): OidcClient {
  const discovered = new Map<string, { configuration: Promise<oidc.Configuration>; until: number }>()

  function configurationOf(issuer: Omit<Issuer, 'sendsIss'>): Promise<oidc.Configuration> {
    const key = JSON.stringify(issuer)
    const kept = discovered.get(key)
    if (kept && kept.until > Date.now()) return kept.configuration
    const configuration = discover(issuer, settings)
    discovered.set(key, { configuration, until: Date.now() + DISCOVERY_KEPT_MS })
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
        scope: scopeOf(issuer, configuration),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(issuer.strengths?.length ? { acr_values: issuer.strengths.join(' ') } : {}),
      })
      return { url: url.href, checks }
    },

    async finish(issuer, returnedTo, { state, nonce, codeVerifier, redirectUri }) {
      // First, against issuer mix-up: no code may reach the wrong issuer.
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
        checkStrength(issuer, claimsSchema.parse(tokens.claims()))
        return { claims: await claimsOf(configuration, issuer, tokens), idToken: tokens.id_token }
      })
      const person = {
        email: vouchedAddress(claims, issuer),
        groups: groupsIn(claims, issuer.groupsClaim),
        firstName: claims.given_name ?? '',
        lastName: claims.family_name ?? '',
      }
      return { person, idToken }
    },

    async endSessionUrl(issuer, idToken, returnTo) {
      const configuration = await configurationOf(issuer)
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },
  }
}

/** Never quotes what was sent. */
export class IssuerRefused extends Error {
  override readonly name = 'IssuerRefused'
}

/** Causes quote tokens and addresses, so only their codes are passed on. */
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

async function discover(
  issuer: Omit<Issuer, 'sendsIss'>,
  { fetch, clockToleranceSeconds }: OidcClientSettings,
): Promise<oidc.Configuration> {
  const url = new URL(issuer.url)
  const configuration = await oidc.discovery(
    url,
    issuer.clientId,
    {
      ...(issuer.clientSecret === undefined ? {} : { client_secret: issuer.clientSecret }),
      ...(clockToleranceSeconds === undefined ? {} : { [oidc.clockTolerance]: clockToleranceSeconds }),
    },
    // Only PKCE protects a public client's code.
    issuer.clientSecret ? oidc.ClientSecretBasic(issuer.clientSecret) : oidc.None(),
    {
      timeout: TIMEOUT_SECONDS,
      ...(fetch ? { [oidc.customFetch]: fetch } : {}),
      // Plain http only on this machine. ID tokens are checked against the issuer's published keys.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' && isThisMachine(url) ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
  // openid-client accepts Entra ID's shared issuers, which sign for every tenant.
  if (new URL(configuration.serverMetadata().issuer).href !== url.href) {
    throw new IssuerRefused('The issuer calls itself by another name than the one that is set.')
  }
  return configuration
}

/** Judged by signed claims: `acr_values` is only a wish. */
function checkStrength({ strengths = [] }: Issuer, { acr, amr = [] }: Claims): void {
  if (strengths.length === 0 || [acr, ...amr].some((one) => one !== undefined && strengths.includes(one))) return
  throw new IssuerRefused('The person signed in with less than is asked for here: neither acr nor amr names it.')
}

/** Entra ID sends `preferred_username` only with `profile`, and refuses scopes that it does not know. */
function scopeOf({ trustedDomains, asksNames, groupsClaim }: Issuer, configuration: oidc.Configuration): string {
  const known = configuration.serverMetadata().scopes_supported ?? []
  return [
    'openid email',
    ...(trustedDomains.length > 0 || asksNames ? ['profile'] : []),
    ...(groupsClaim !== undefined && known.includes(groupsClaim) ? [groupsClaim] : []),
  ].join(' ')
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Address and groups may be at userinfo only (OpenID Connect Core 5.4). */
async function claimsOf(configuration: oidc.Configuration, issuer: Issuer, tokens: Tokens): Promise<Claims> {
  const claims = claimsSchema.parse(tokens.claims())
  const isWhole =
    addressesIn(claims, issuer.trustedDomains.length > 0).length > 0 && !lacksGroups(claims, issuer.groupsClaim)
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims
  const told = claimsSchema.parse(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  return withGroups(withUserInfo(claims, told), told, issuer.groupsClaim)
}
