import * as oidc from 'openid-client'
import { z } from 'zod'

interface Explanation {
  readonly what: string
  readonly cure: string
}

const EXPLANATIONS = {
  host_unknown: {
    what: 'The issuer’s host is not known on this machine.',
    cure: 'Correct the issuer’s address, or this machine’s name server.',
  },
  no_connection: {
    what: 'The issuer’s host refuses the connection.',
    cure: 'Let this machine reach it: by the firewall, or by OUTBOUND_PROXY.',
  },
  no_answer: {
    what: 'The issuer does not answer in time.',
    cure: 'Let this machine reach it: by the firewall, or by OUTBOUND_PROXY. See whether the issuer works.',
  },
  authority_unknown: {
    what: 'The issuer’s certificate is of an authority that is not trusted here.',
    cure: 'Name the authority’s certificate in DOORSTEP_CA_FILE, or have the issuer send all of its chain.',
  },
  certificate_expired: {
    what: 'The issuer’s certificate has expired.',
    cure: 'Have the issuer’s operator renew it; if it has not expired, set this machine’s clock.',
  },
  certificate_name: {
    what: 'The issuer’s certificate is for another name.',
    cure: 'Correct the issuer’s address, or have the issuer’s operator correct the certificate.',
  },
  not_an_issuer: {
    what: 'There is no OpenID Connect issuer at this address.',
    cure: 'Give the issuer’s address as in its discovery document, without /.well-known/openid-configuration.',
  },
  wrong_issuer: {
    what: 'The issuer calls itself by another name than the one that is set.',
    cure: 'Give the address that its discovery document has as issuer, to the letter.',
  },
  client_refused: {
    what: 'The issuer refuses the client ID or its secret.',
    cure: 'Make a new client secret there, and set it with the client ID by doorstep identity.',
  },
  client_secret_expired: {
    what: 'The client secret has expired at the issuer.',
    cure: 'Make a new client secret there, and set it by doorstep identity.',
  },
  wrong_audience: {
    what: 'The ID token is for another client than Doorstep.',
    cure: 'Set the client ID under which Doorstep is registered there, and no other audience.',
  },
  clock: {
    what: 'The clocks of this machine and of the issuer differ.',
    cure: 'Keep this machine in time by NTP (timedatectl set-ntp true); if it is the issuer’s, tell its operator.',
  },
  token_expired: {
    what: 'The ID token had expired when it came, though the clocks agree.',
    cure: 'Have the issuer’s operator lengthen the life of ID tokens to some minutes.',
  },
  code_refused: {
    what: 'The issuer does not take the code that it gave out: it was used before, or is too old.',
    cure: 'Sign in again; where it happens to everybody, compare the redirect address with the one registered there.',
  },
  person_refused: {
    what: 'The issuer did not let the person in, or the person gave up there.',
    cure: 'See what the issuer says, and which people it lets use Doorstep.',
  },
  refused_there: {
    what: 'The issuer does not take what Doorstep asks for.',
    cure: 'See what the issuer says, and its own log.',
  },
  too_weak: {
    what: 'The person signed in with less than is asked for here: neither acr nor amr names it.',
    cure: 'Have the issuer ask for it, or change --strength.',
  },
  mixed_up: {
    what: 'The return is not the one that this sign-in began with.',
    cure: 'Sign in again; where it happens to everybody, compare the redirect address with the one registered there.',
  },
  other: {
    what: 'What the issuer sent was not accepted.',
    cure: 'See the issuer’s own log.',
  },
} as const satisfies Record<string, Explanation>

export type IssuerFault = keyof typeof EXPLANATIONS

/** Every one, for metrics. */
export const ISSUER_FAULTS = Object.keys(EXPLANATIONS) as IssuerFault[] // the object above has no other keys

/** Never quotes tokens or addresses; `told` is the issuer's description without what may name a person. */
export class IssuerRefused extends Error {
  override readonly name = 'IssuerRefused'
  readonly cure: string

  /** @param detail a code, or a sentence instead of the usual one */
  constructor(
    readonly fault: IssuerFault,
    readonly told?: string,
    detail?: { readonly code?: string | undefined; readonly sentence?: string },
  ) {
    const { what, cure } = EXPLANATIONS[fault]
    super(`${detail?.sentence ?? what}${detail?.code === undefined ? '' : ` (${detail.code})`}`)
    this.cure = cure
  }
}

/** RFC 6749, 5.2. */
const refusalSchema = z.object({
  error: z.string().max(200),
  error_description: z.string().max(10_000).optional().catch(undefined),
})

interface Refusal {
  readonly error: string
  readonly description: string | undefined
  readonly isUnauthorised: boolean
}

/** The issuer's own refusal, if any. */
export async function refusalIn(error: unknown): Promise<Refusal | undefined> {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    const isUnauthorised = error instanceof oidc.ResponseBodyError && error.status === 401
    return { error: error.error, description: error.error_description, isUnauthorised }
  }
  if (!(error instanceof oidc.WWWAuthenticateChallengeError)) return undefined
  const body = refusalSchema.safeParse(
    await error.response
      .clone()
      .json()
      .catch(() => undefined),
  )
  const { error: code = 'invalid_client', error_description: description } = body.data ?? {}
  return { error: code, description, isUnauthorised: error.status === 401 }
}

/** @param clock of the issuer against this machine's, in milliseconds */
export async function explainIssuerError(
  error: unknown,
  clock: { readonly aheadMs: number | undefined; readonly toleranceMs: number },
): Promise<IssuerRefused> {
  if (error instanceof IssuerRefused) return error
  const refusal = await refusalIn(error)
  const code = readCode(error)
  if (!refusal) return new IssuerRefused(findFault(code, error, clock), undefined, { code })
  const told = withoutPersonalData(refusal.description ?? '') || undefined
  return new IssuerRefused(faultOfRefusal(error, refusal), told, { code: shortened(refusal.error) })
}

function faultOfRefusal(error: unknown, { error: code, description = '', isUnauthorised }: Refusal): IssuerFault {
  if (error instanceof oidc.AuthorizationResponseError) return OF_PERSON.has(code) ? 'person_refused' : 'refused_there'
  if (isUnauthorised || code === 'invalid_client' || code === 'unauthorized_client')
    return EXPIRED_SECRET.test(description) ? 'client_secret_expired' : 'client_refused'
  return code === 'invalid_grant' ? 'code_refused' : 'other'
}

const OF_PERSON: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
])

const EXPIRED_SECRET = /AADSTS7000222|\bexpired\b/i

const BY_CODE: Readonly<Record<string, IssuerFault>> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ECONNREFUSED: 'no_connection',
  ECONNRESET: 'no_connection',
  EHOSTUNREACH: 'no_connection',
  ENETUNREACH: 'no_connection',
  UND_ERR_SOCKET: 'no_connection',
  UND_ERR_ABORTED: 'no_connection',
  ETIMEDOUT: 'no_answer',
  OAUTH_TIMEOUT: 'no_answer',
  UND_ERR_CONNECT_TIMEOUT: 'no_answer',
  UND_ERR_HEADERS_TIMEOUT: 'no_answer',
  UND_ERR_BODY_TIMEOUT: 'no_answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'authority_unknown',
  SELF_SIGNED_CERT_IN_CHAIN: 'authority_unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'authority_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'authority_unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'authority_unknown',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'clock',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_an_issuer',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not_an_issuer',
  OAUTH_PARSE_ERROR: 'not_an_issuer',
  OAUTH_MISSING_SERVER_METADATA: 'not_an_issuer',
  OAUTH_INVALID_SERVER_METADATA: 'not_an_issuer',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'wrong_issuer',
}

function findFault(
  code: string | undefined,
  error: unknown,
  { aheadMs, toleranceMs }: { readonly aheadMs: number | undefined; readonly toleranceMs: number },
): IssuerFault {
  const claim = listChain(error).flatMap(({ cause }) => claimSchema.safeParse(cause).data?.claim ?? [])[0]
  switch (code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      if (claim === 'iss') return 'wrong_issuer'
      return claim === 'aud' || claim === 'azp' ? 'wrong_audience' : 'other'
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return claim === 'exp' && Math.abs(aheadMs ?? 0) <= toleranceMs ? 'token_expired' : 'clock'
  }
  return BY_CODE[code ?? ''] ?? 'other'
}

/** How oauth4webapi names a refused claim. */
const claimSchema = z.object({ claim: z.string() })

function listChain(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const several: unknown[] = error instanceof AggregateError ? error.errors.slice(0, 1) : []
  return [error, ...[error.cause, ...several].flatMap(listChain)]
}

function readCode(error: unknown): string | undefined {
  const chain = listChain(error)
  const codes = chain.flatMap((each) => ('code' in each && typeof each.code === 'string' ? each.code : []))
  const code = codes.find((each) => each in BY_CODE) ?? codes[0] ?? chain[0]?.name
  return code !== undefined && /^[A-Za-z_]{1,60}$/.test(code) ? code : undefined
}

const MAX_TOLD = 300

/** For a log: Entra ID's descriptions name people, applications and addresses, mostly in quotes. */
export function withoutPersonalData(description: string): string {
  let isQuoted = false
  const kept: string[] = []
  for (const word of onOneLine(description).split(' ')) {
    const opens: boolean = !isQuoted && /^[([]?["']/.test(word)
    const isHidden = opens || isQuoted || isPersonal(word)
    if (opens || isQuoted) isQuoted = !/["'][^\p{L}\p{N}]?$/u.test(opens ? word.slice(2) : word)
    if (!isHidden) kept.push(word)
    else if (kept.at(-1) !== HIDDEN) kept.push(HIDDEN)
  }
  return shortened(kept.join(' '))
}

const HIDDEN = '…'

const LONGEST_WORD = 40

const isPersonal = (word: string): boolean =>
  word.includes('@') ||
  word.includes('#EXT#') ||
  word.length > LONGEST_WORD ||
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/.test(word)

const onOneLine = (text: string): string =>
  text
    .slice(0, 10 * MAX_TOLD)
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const shortened = (text: string): string => {
  const line = onOneLine(text)
  return line.length > MAX_TOLD ? `${line.slice(0, MAX_TOLD - 1)}…` : line
}
