import { sql, type SQL } from 'drizzle-orm'
import { providerIdentity } from '../../../db/schema'

/** SQL: whether the provider has an issuer of its own. */
export const hasOwnIssuer: SQL = sql`exists (select from ${providerIdentity})`
