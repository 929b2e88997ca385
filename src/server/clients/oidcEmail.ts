/**
 * Policy: whose e-mail address an issuer is believed to have told.
 *
 * An address counts when the issuer says `email_verified`. Microsoft Entra ID never does, so an issuer may be trusted
 * for the e-mail domains of its own organisation. An attacker's own tenant can put any address into a token; therefore
 * that trust holds for one tenant's issuer only, for its members only, and for no other domain.
 */
import { z } from 'zod'

/** Some issuers send flags as text, Entra ID some as numbers. */
const flag = z.union([z.boolean(), z.string(), z.number()]).optional()
const address = z.string().max(254).pipe(z.email())
/** Issuers let people sign in with any name; it need not be an address. */
const name = z.string().max(500).optional().catch(undefined)

/** The claims that say who somebody is, and how far that may be believed. */
export const claimsSchema = z.object({
  iss: z.string().optional(),
  sub: z.string(),
  /** What is no address counts as none. */
  email: address.optional().catch(undefined),
  /** Anything that is not clearly true is false. */
  email_verified: z.unknown().optional(),
  preferred_username: name,
  upn: name,
  /** Entra ID: the tenant. What is no text fits no tenant. */
  tid: z.unknown().optional(),
  /** Entra ID: who signed the person in, for guests of a tenant. What is no text is somebody else. */
  idp: z.unknown().optional(),
  /** Entra ID: 0 for members of the tenant, 1 for guests. */
  acct: flag,
  /** Entra ID: whether the tenant has proved that the address's domain is its own. */
  xms_edov: flag,
})
export type Claims = z.infer<typeof claimsSchema>

/** The issuer does not stand for an address. The message quotes nothing of what it sent. */
export class UnvouchedAddress extends Error {
  override readonly name = 'UnvouchedAddress'
}

/** The addresses that a person has by these claims. Names to sign in with count as addresses only where the issuer is trusted. */
export function addressesIn({ email, preferred_username, upn }: Claims, isTrusted: boolean): string[] {
  const given = [email, ...(isTrusted ? [preferred_username, upn] : [])].map((each) => address.safeParse(each))
  return given.flatMap(({ data }) => data ?? [])
}

/** The claims of an ID token with those of the userinfo endpoint, which takes back nothing that the token says. */
export function withUserInfo(claims: Claims, told: Claims): Claims {
  return {
    ...claims,
    email: told.email ?? claims.email,
    email_verified: told.email_verified ?? claims.email_verified,
    preferred_username: claims.preferred_username ?? told.preferred_username,
    upn: claims.upn ?? told.upn,
  }
}

/**
 * The address that the issuer stands for.
 * @throws UnvouchedAddress when there is none
 */
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
  const ours = addressesIn(claims, true).find((each) => issuer.trustedDomains.includes(domainOf(each)))
  if (ours === undefined) throw new UnvouchedAddress("The address is at none of the organisation's e-mail domains.")
  return ours
}

/** Entra ID's issuers carry the tenant's id in their path. */
const isOfTenant = ({ tid }: Claims, url: string): boolean => tid === undefined || isInPath(tid, url)

/** Members are signed in by their own tenant, under whichever of its names. */
function isGuest({ idp, iss, tid, acct, preferred_username, upn }: Claims): boolean {
  const isSignedInElsewhere = idp !== undefined && idp !== iss && !isMicrosoftsNameOf(tid, idp)
  const isNamedGuest = [preferred_username, upn].some((each) => each?.toUpperCase().includes('#EXT#'))
  return isSignedInElsewhere || isNamedGuest || (acct !== undefined && String(acct) !== '0')
}

/** A partner's own server may have the tenant's id in its path as well: only Microsoft's hosts name tenants. */
const isMicrosoftsNameOf = (tid: unknown, idp: unknown): boolean =>
  typeof idp === 'string' && URL.canParse(idp) && MICROSOFT_HOSTS.test(new URL(idp).hostname) && isInPath(tid, idp)

const isInPath = (tid: unknown, url: string): boolean =>
  typeof tid === 'string' && tid !== '' && new URL(url).pathname.toLowerCase().split('/').includes(tid.toLowerCase())

const isTrue = (value: boolean | string | number): boolean => ['true', '1'].includes(String(value).toLowerCase())

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Microsoft's hosts, whose issuers are of one tenant or of all. */
const MICROSOFT_HOSTS =
  /^(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|login\.windows\.net|sts\.windows\.net)$/
/** A tenant's id in the path; not that of the tenant in which everybody's personal accounts are. */
const OWN_TENANT = /^\/(?!9188040d-6c67-4c5b-b112-36a304b66dad)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$)/i

/** Whether it is an issuer that signs for more than one tenant, such as `https://login.microsoftonline.com/common/v2.0`. */
export const isShared = (issuer: URL): boolean =>
  MICROSOFT_HOSTS.test(issuer.hostname) && !OWN_TENANT.test(issuer.pathname)
