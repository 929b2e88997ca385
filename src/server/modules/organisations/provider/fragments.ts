import { arrayContains, sql, type SQL } from 'drizzle-orm'
import { providerIdentity } from '../../../db/schema'

/** SQL: whether the provider has an issuer of its own. */
export const hasOwnIssuer: SQL = sql`exists (select from ${providerIdentity})`

/** SQL: for a domain in lower case. */
export const hasProvidersDomain = (domain: string): SQL =>
  sql`exists (select from ${providerIdentity} where ${arrayContains(providerIdentity.emailDomains, [domain])})`
