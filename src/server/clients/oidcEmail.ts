/**
 * docs/operating.md#microsoft-entra-id. Any tenant can put any address into a token, so trust covers one tenant's
 * members and registered domains.
 */
import { z } from 'zod'

const flag = z.union([z.boolean(), z.string(), z.number()]).optional()
const address = z.string().max(254).pipe(z.email())
const name = z.string().max(500).optional().catch(undefined)

export const claimsSchema = z.looseObject({
  iss: z.string().optional(),
  sub: z.string(),
  email: address.optional().catch(undefined),
  /** Only true, also as text, counts. */
  email_verified: z.unknown().optional(),
  preferred_username: name,
  upn: name,
  tid: z.unknown().optional(),
  /** Who signed a guest in. */
  idp: z.unknown().optional(),
  /** 0 member, 1 guest. */
  acct: flag,
  /** The tenant has proved that it owns the domain. */
  xms_edov: flag,
  acr: name,
  amr: z.array(z.string()).optional().catch(undefined),
  given_name: name,
  family_name: name,
  /** Claims found elsewhere (OpenID Connect Core 5.6.2). */
  _claim_names: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
export type Claims = z.infer<typeof claimsSchema>

/** Never quotes what was sent. */
export class UnvouchedAddress extends Error {
  override readonly name = 'UnvouchedAddress'
}

/** Sign-in names count only from trusted issuers. */
export function addressesIn({ email, preferred_username, upn }: Claims, isTrusted: boolean): string[] {
  const given = [email, ...(isTrusted ? [preferred_username, upn] : [])].map((each) => address.safeParse(each))
  return given.flatMap(({ data }) => data ?? [])
}

/** Userinfo never overrides the token's claims. */
export function withUserInfo(claims: Claims, userInfo: Claims): Claims {
  return {
    ...claims,
    email: userInfo.email ?? claims.email,
    email_verified: userInfo.email_verified ?? claims.email_verified,
    preferred_username: claims.preferred_username ?? userInfo.preferred_username,
    upn: claims.upn ?? userInfo.upn,
    given_name: claims.given_name ?? userInfo.given_name,
    family_name: claims.family_name ?? userInfo.family_name,
  }
}

/** @throws UnvouchedAddress */
export function vouchedAddress(
  claims: Claims,
  issuer: { readonly url: string; readonly trustedDomains: readonly string[] },
): string {
  const { email, email_verified: verified } = claims
  if (verified === true || verified === 'true') {
    if (email === undefined) throw new UnvouchedAddress('The issuer sent no e-mail address.')
    return email
  }
  if (verified !== undefined) throw new UnvouchedAddress('The issuer says that the e-mail address is not verified.')
  if (issuer.trustedDomains.length === 0)
    throw new UnvouchedAddress('The issuer does not say that the e-mail address is verified.')
  if (!isOfTenant(claims, issuer.url)) throw new UnvouchedAddress('The token is of another tenant than the issuer.')
  if (isGuest(claims)) throw new UnvouchedAddress('The person is a guest of the tenant, not a member.')
  if (claims.xms_edov !== undefined && !isTrue(claims.xms_edov)) {
    throw new UnvouchedAddress("The issuer says that the address's domain is not its own.")
  }
  const ours = addressesIn(claims, true).find((each) => issuer.trustedDomains.includes(readDomain(each)))
  if (ours === undefined) throw new UnvouchedAddress("The address is at none of the organisation's e-mail domains.")
  return ours
}

const isOfTenant = ({ tid }: Claims, url: string): boolean => tid === undefined || isInPath(tid, url)

function isGuest({ idp, iss, tid, acct, preferred_username, upn }: Claims): boolean {
  const isSignedInElsewhere = idp !== undefined && idp !== iss && !isMicrosoftsNameOf(tid, idp)
  const isNamedGuest = [preferred_username, upn].some((each) => each?.toUpperCase().includes('#EXT#'))
  return isSignedInElsewhere || isNamedGuest || (acct !== undefined && String(acct) !== '0')
}

/** Elsewhere a partner may have the tenant's id in its path. */
const isMicrosoftsNameOf = (tid: unknown, idp: unknown): boolean =>
  typeof idp === 'string' && URL.canParse(idp) && MICROSOFT_HOSTS.test(new URL(idp).hostname) && isInPath(tid, idp)

const isInPath = (tid: unknown, url: string): boolean =>
  typeof tid === 'string' && tid !== '' && new URL(url).pathname.toLowerCase().split('/').includes(tid.toLowerCase())

const isTrue = (value: boolean | string | number): boolean => ['true', '1'].includes(String(value).toLowerCase())

const readDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

const MICROSOFT_HOSTS =
  /^(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|login\.windows\.net|sts\.windows\.net)$/
/** Except personal accounts' tenant. */
const OWN_TENANT = /^\/(?!9188040d-6c67-4c5b-b112-36a304b66dad)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$)/i

/** Microsoft Entra ID. */
export const isMicrosofts = (issuer: URL): boolean => MICROSOFT_HOSTS.test(issuer.hostname)

/** Signs for several tenants, such as `…/common/v2.0`. */
export const isShared = (issuer: URL): boolean =>
  MICROSOFT_HOSTS.test(issuer.hostname) && !OWN_TENANT.test(issuer.pathname)
