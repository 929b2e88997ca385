import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { isThisMachine } from '../config'
import { addressesIn, claimsSchema, isMicrosofts, vouchedAddress, withUserInfo, type Claims } from './oidcEmail'
import { explainIssuerError, IssuerRefused, refusalIn } from './oidcFaults'
import { groupsIn, lacksGroups, withGroups } from './oidcGroups'

export interface Issuer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** RFC 9207. */
  readonly sendsIss: boolean
  readonly trustedDomains: readonly string[]
  /** Accepted `acr` or `amr` values; without any, the issuer decides. */
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

interface Checks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

interface ExaminedIssuer {
  readonly sendsIss: boolean
  readonly clockAheadMs: number | undefined
  /** False where the issuer's answers leave it open. */
  readonly isClientAccepted: boolean
}

export interface OidcClient {
  /** Reads metadata and tries the client at the token endpoint. @throws IssuerRefused */
  examine(issuer: Omit<Issuer, 'sendsIss'>, redirectUri: string): Promise<ExaminedIssuer>
  /** @throws IssuerRefused */
  begin(issuer: Issuer, redirectUri: string, loginHint?: string): Promise<{ url: string; checks: Checks }>
  /**
   * Checks address, state, nonce, PKCE, `iss` and the signed ID token.
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
/** openid-client's default. */
const CLOCK_TOLERANCE_SECONDS = 30

export type IssuerFetch = oidc.CustomFetch

export interface OidcClientSettings {
  readonly fetch?: IssuerFetch
  readonly clockToleranceSeconds?: number | undefined
  /** False for issuers that err on parameters they do not know. */
  readonly sendsLoginHint?: boolean
}

/** The client of all issuers. */
export function createOidcClient(settings: OidcClientSettings = {}): OidcClient {
  const discovered = new Map<string, { found: Promise<Discovered>; until: number }>()
  const toleranceMs = 1_000 * (settings.clockToleranceSeconds ?? CLOCK_TOLERANCE_SECONDS)

  /** Causes quote tokens and addresses: only their codes are passed on. @throws IssuerRefused */
  async function at<T>(issuer: Omit<Issuer, 'sendsIss'>, work: (found: Discovered) => Promise<T>): Promise<T> {
    let clock: IssuerClock = { aheadMs: undefined }
    try {
      const found = await discoverOnce(issuer, clock)
      clock = found.clock
      return await work(found)
    } catch (error) {
      throw await explainIssuerError(error, { ...clock, toleranceMs })
    }
  }

  const findConfiguration = (issuer: Issuer) => at(issuer, async ({ configuration }) => configuration)

  function discoverOnce(issuer: Omit<Issuer, 'sendsIss'>, clock: IssuerClock): Promise<Discovered> {
    const key = JSON.stringify(issuer)
    const kept = discovered.get(key)
    if (kept && kept.until > Date.now()) return kept.found
    const found = discover(issuer, settings, clock).then((configuration) => ({ configuration, clock }))
    discovered.set(key, { found, until: Date.now() + DISCOVERY_KEPT_MS })
    found.catch(() => discovered.delete(key))
    return found
  }

  return {
    examine: (issuer, redirectUri) =>
      at(issuer, async ({ configuration, clock }) => {
        const isClientAccepted = await tryClient(configuration, issuer, redirectUri)
        return {
          sendsIss: configuration.serverMetadata().authorization_response_iss_parameter_supported === true,
          clockAheadMs: clock.aheadMs,
          isClientAccepted,
        }
      }),

    async begin(issuer, redirectUri, loginHint) {
      const configuration = await findConfiguration(issuer)
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        redirectUri: new URL(redirectUri).href,
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: checks.redirectUri,
        response_type: 'code',
        scope: chooseScope(issuer, configuration),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined || settings.sendsLoginHint === false ? {} : { login_hint: loginHint }),
        ...(issuer.strengths?.length ? { acr_values: issuer.strengths.join(' ') } : {}),
      })
      return { url: url.href, checks }
    },

    async finish(issuer, returnedTo, { state, nonce, codeVerifier, redirectUri }) {
      // First, against issuer mix-up: no code may reach the wrong issuer.
      if (returnedTo.origin + returnedTo.pathname !== redirectUri) {
        throw new IssuerRefused('mixed_up', undefined, {
          sentence: 'The browser came back to another address than the one that this sign-in began with.',
        })
      }
      if (issuer.sendsIss && !returnedTo.searchParams.get('iss')) {
        throw new IssuerRefused('mixed_up', undefined, {
          sentence: 'The return does not name its issuer (iss), as this one always does.',
        })
      }
      const { claims, idToken } = await at(issuer, async ({ configuration }) => {
        const tokens = await oidc.authorizationCodeGrant(configuration, returnedTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        checkStrength(issuer, claimsSchema.parse(tokens.claims()))
        return { claims: await readClaims(configuration, issuer, tokens), idToken: tokens.id_token }
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
      const configuration = await findConfiguration(issuer)
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    },
  }
}

/** Audience of an ID token checked before. */
export function listClients(idToken: string): readonly string[] {
  const { aud = [] } = decodeJwt(idToken)
  return [aud].flat()
}

interface IssuerClock {
  aheadMs: number | undefined
}

interface Discovered {
  readonly configuration: oidc.Configuration
  readonly clock: IssuerClock
}

async function discover(
  issuer: Omit<Issuer, 'sendsIss'>,
  { fetch: fetchIt = (address, options) => fetch(address, options), clockToleranceSeconds }: OidcClientSettings,
  clock: IssuerClock,
): Promise<oidc.Configuration> {
  const url = new URL(issuer.url)
  const fetchWithClock: IssuerFetch = async (address, options) => {
    const response = await fetchIt(address, options)
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) clock.aheadMs = date - Date.now()
    return response
  }
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
      [oidc.customFetch]: fetchWithClock,
      // Plain http only on this machine. ID tokens are checked against the issuer's published keys.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' && isThisMachine(url) ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
  // openid-client accepts Entra ID's shared issuers, which sign for every tenant.
  if (new URL(configuration.serverMetadata().issuer).href !== url.href) {
    throw new IssuerRefused('wrong_issuer')
  }
  return configuration
}

/** Asks for tokens that it cannot get: issuers check the client first. @returns false if inconclusive */
async function tryClient(
  configuration: oidc.Configuration,
  { clientId, url }: Pick<Issuer, 'clientId' | 'url'>,
  redirectUri: string,
): Promise<boolean> {
  // Entra ID checks the code's form before the secret, and wants a scope without a code.
  if (isMicrosofts(new URL(url))) {
    const asked = oidc.genericGrantRequest(configuration, 'client_credentials', { scope: `${clientId}/.default` })
    return (await codeOfRefusal(asked, 'unauthorized_client')) === undefined
  }
  const code = { code: 'doorstep-examination', redirect_uri: redirectUri, code_verifier: oidc.randomPKCECodeVerifier() }
  const byCode = await codeOfRefusal(
    oidc.genericGrantRequest(configuration, 'authorization_code', code),
    'unauthorized_client',
  )
  if (byCode === undefined || byCode === 'invalid_grant') return true
  const byItself = await codeOfRefusal(oidc.genericGrantRequest(configuration, 'client_credentials', {}))
  return byItself === undefined || ['unauthorized_client', 'invalid_scope'].includes(byItself)
}

/** Undefined where nothing is refused. @throws other errors, and a refusal of the client itself */
async function codeOfRefusal(asked: Promise<unknown>, alsoOfClient?: string): Promise<string | undefined> {
  try {
    await asked
    return undefined
  } catch (error) {
    const refusal = await refusalIn(error)
    if (!refusal && isUnreadable(error)) return 'unreadable'
    if (!refusal || refusal.isUnauthorised || ['invalid_client', alsoOfClient].includes(refusal.error)) throw error
    return refusal.error
  }
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof oidc.ClientError && error.code?.startsWith('OAUTH_') === true && error.code !== 'OAUTH_TIMEOUT'

/** Judged by signed claims: `acr_values` is only a wish. */
function checkStrength({ strengths = [] }: Issuer, { acr, amr = [] }: Claims): void {
  if (strengths.length === 0 || [acr, ...amr].some((one) => one !== undefined && strengths.includes(one))) return
  throw new IssuerRefused('too_weak')
}

/** Entra ID sends `preferred_username` only with `profile`, and refuses scopes that it does not know. */
function chooseScope({ trustedDomains, asksNames, groupsClaim }: Issuer, configuration: oidc.Configuration): string {
  const known = configuration.serverMetadata().scopes_supported ?? []
  return [
    'openid email',
    ...(trustedDomains.length > 0 || asksNames ? ['profile'] : []),
    ...(groupsClaim !== undefined && known.includes(groupsClaim) ? [groupsClaim] : []),
  ].join(' ')
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Address and groups may be at userinfo only (OpenID Connect Core 5.4). */
async function readClaims(configuration: oidc.Configuration, issuer: Issuer, tokens: Tokens): Promise<Claims> {
  const claims = claimsSchema.parse(tokens.claims())
  const isWhole =
    addressesIn(claims, issuer.trustedDomains.length > 0).length > 0 && !lacksGroups(claims, issuer.groupsClaim)
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims
  const told = claimsSchema.parse(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  return withGroups(withUserInfo(claims, told), told, issuer.groupsClaim)
}
