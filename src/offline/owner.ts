/**
 * Whose data a database holds. Policy (decision 37): one database for a person in an organisation, in
 * the role in view; its name is a digest, so that the list of databases names nobody.
 */
export interface Owner {
  readonly email: string
  readonly organisation: string
  readonly role: string
}

/** Every database of Doorstep begins so; what does not is not ours to remove. */
export const DATABASE_PREFIX = 'doorstep-'

/** The name of the owner's database. @throws where the browser has no `crypto.subtle` (no https). */
export async function databaseNameOf({ email, organisation, role }: Owner): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([email, organisation, role]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return DATABASE_PREFIX + [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
