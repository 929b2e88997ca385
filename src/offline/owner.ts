import type { SessionUserWire } from '#contract/organisations/session'

/** One database per person and organisation, and per view. Drafts survive a change of the person's own role. */
export interface DatabaseOwner {
  readonly email: string
  readonly organisation: string
  /** Null in the own view. */
  readonly viewedAs: { readonly role: string | null } | null
}

/** Whose data a signed-in user sees. */
export function readOwner(user: SessionUserWire) {
  const { temporary_organisation_name: organisation, temporary_role_name: role } = user
  const viewedAs = organisation === null && role === null ? null : { organisation, role }
  return { email: user.email, organisation: organisation ?? user.organisation_auth_identifier, viewedAs }
}

export const DATABASE_PREFIX = 'doorstep-'

/** The name of the owner's database, a digest. @throws without https */
export async function nameDatabase({ email, organisation, viewedAs }: DatabaseOwner): Promise<string> {
  return DATABASE_PREFIX + (await digestText(JSON.stringify([email, organisation, viewedAs ? [viewedAs.role] : null])))
}

/** A text's digest. @throws without https */
export async function digestText(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
