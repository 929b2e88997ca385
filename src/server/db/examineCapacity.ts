import pg from 'pg'
import { z } from 'zod'
import { connectTo } from './connectTo'
import { parseRows } from './rows'

const capacityRow = z.object({
  database: z.string(),
  login: z.string(),
  owner: z.string(),
  encoding: z.string(),
  hasRecords: z.boolean(),
  server: z.coerce.number(),
  ofLogin: z.number(),
  ofDatabase: z.number(),
  taken: z.coerce.number(),
})

export type DatabaseCapacity = z.output<typeof capacityRow>

/** Encoding, owner and connections (-1: no limit). Undefined when out of reach. */
export async function examineCapacity(url: string): Promise<DatabaseCapacity | undefined> {
  const client = new pg.Client({ ...connectTo(url), connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return parseRows(await client.query(CAPACITY), capacityRow)[0]
  } catch {
    // Reported with the records.
    return undefined
  } finally {
    await client.end()
  }
}

const CAPACITY = `
  select quote_ident(datname) as database, quote_ident(rolname) as login, quote_ident(pg_get_userbyid(datdba)) as owner,
    pg_encoding_to_char(encoding) as encoding, to_regclass('public.organisations') is not null as "hasRecords",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as server,
    rolconnlimit as "ofLogin", datconnlimit as "ofDatabase",
    (select sum(numbackends) - 1 from pg_stat_database) as taken
  from pg_database, pg_roles where datname = current_database() and rolname = current_user`
