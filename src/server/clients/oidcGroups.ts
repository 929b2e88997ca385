import { z } from 'zod'
import { UnvouchedAddress, type Claims } from './oidcEmail'

const MAX_GROUPS = 1_000

const groupsSchema = z.union([z.string().transform((one) => [one]), z.array(z.string()).max(MAX_GROUPS)]).catch([])

/** Whether to look for groups at userinfo. */
export const lacksGroups = (claims: Claims, claim: string | undefined): boolean =>
  claim !== undefined && claims[claim] === undefined && !isLeftOut(claims, claim)

/** Userinfo's, where the token has none. */
export const withGroups = (claims: Claims, told: Claims, claim: string | undefined): Claims =>
  claim !== undefined && lacksGroups(claims, claim) ? { ...claims, [claim]: told[claim] } : claims

/**
 * Empty where no claim is set.
 * @throws UnvouchedAddress when the issuer left the claim out
 */
export function groupsIn(claims: Claims, claim: string | undefined): string[] {
  if (claim === undefined) return []
  if (isLeftOut(claims, claim)) {
    throw new UnvouchedAddress(
      'The issuer leaves out the groups of people who are in many. Have it send roles, or assigned groups only.',
    )
  }
  return groupsSchema.parse(claims[claim])
}

/** Entra ID does so above 200 groups. */
const isLeftOut = ({ _claim_names: elsewhere }: Claims, claim: string): boolean =>
  elsewhere !== undefined && claim in elsewhere
