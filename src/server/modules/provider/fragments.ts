/** SQL of the provider's table that other modules put into their own statements. */
import { sql, type SQL } from 'drizzle-orm'
import { providerIdentity } from '../../db/schema'

/** Whether the provider has an issuer of its own. */
export const hasOwnIssuer: SQL = sql`exists (select from ${providerIdentity})`
