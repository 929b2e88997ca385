import { digestOf } from './digest'

/**
 * Whose data a database holds. Policy (docs/product.md#the-device): one database for a person in an organisation, and
 * another for each view that they take; its name is a digest, so that the list of databases names nobody. A person's
 * own role is no part of it: who is given another one keeps their drafts.
 */
export interface Owner {
  readonly email: string
  readonly organisation: string
  /** What the person views Doorstep as; `null` in their own view. */
  readonly viewedAs: { readonly role: string | null } | null
}

/** Every database of Doorstep begins so; what does not is not ours to remove. */
export const DATABASE_PREFIX = 'doorstep-'

/** The name of the owner's database. @throws where the browser has no `crypto.subtle` (no https). */
export async function databaseNameOf({ email, organisation, viewedAs }: Owner): Promise<string> {
  return DATABASE_PREFIX + (await digestOf(JSON.stringify([email, organisation, viewedAs ? [viewedAs.role] : null])))
}
