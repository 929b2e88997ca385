import { digestOf } from './digest'

/** One database for a person in an organisation, and one for each view. Its name, a digest, names nobody. The own role is not part of it: with another role people keep their drafts. */
export interface Owner {
  readonly email: string
  readonly organisation: string
  /** `null` in the own view. */
  readonly viewedAs: { readonly role: string | null } | null
}

export const DATABASE_PREFIX = 'doorstep-'

/** The name of the owner's database. @throws without https. */
export async function databaseNameOf({ email, organisation, viewedAs }: Owner): Promise<string> {
  return DATABASE_PREFIX + (await digestOf(JSON.stringify([email, organisation, viewedAs ? [viewedAs.role] : null])))
}
