import pg from 'pg'
import { z } from 'zod'
import { connectionFault } from './connectionFault'
import { connectTo } from './connectTo'
import type { DatabaseEngine } from './engine'
import { hasOtherFirstMigration, pendingMigrations, wereMigratedByNewer } from './migrations'
import { WITHHELD } from './roles'
import { parseRows } from './rows'
import { COMMAND_PREFIX } from '../lib/commandLine'

interface MissingRight {
  /** Completes "The database login may not …" */
  readonly right: string
  readonly cure: string
}

export interface ExaminedDatabase {
  readonly missingRights: readonly MissingRight[]
  readonly hasOtherFirstMigration: boolean
  readonly wereMigratedByNewer: boolean
  readonly pendingMigrations: number
  readonly clockAheadMs: number
}

const rightsRow = z.object({
  login: z.string(),
  database: z.string(),
  empty: z.boolean(),
  application: z.boolean(),
  member: z.boolean(),
  owner: z.boolean(),
  unreadable: z.string().nullable(),
  blind: z.boolean(),
})

/**
 * @param also asks more over the same connection, unless rights are missing
 * @throws OperatorFault when it cannot be reached
 */
export async function examineDatabase<More>(
  url: string,
  also: (executeSql: DatabaseEngine['executeSql']) => Promise<More>,
): Promise<ExaminedDatabase & { readonly more: More | undefined }> {
  const client = new pg.Client({ ...connectTo(url), connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw connectionFault(error, url)
  })
  try {
    const executeSql: DatabaseEngine['executeSql'] = (text, values) => client.query(text, values)
    const missingRights = await rightsMissing(executeSql)
    const [clock] = parseRows(
      await executeSql('select extract(epoch from clock_timestamp()) * 1000 as now'),
      z.object({ now: z.coerce.number() }),
    )
    const isReadable = missingRights.length === 0
    const isForeign = isReadable && (await hasOtherFirstMigration(executeSql))
    const isNewer = isReadable && !isForeign && (await wereMigratedByNewer(executeSql))
    const pending = isReadable && !isForeign ? await pendingMigrations(executeSql) : 0
    return {
      missingRights,
      clockAheadMs: (clock?.now ?? 0) - Date.now(),
      hasOtherFirstMigration: isForeign,
      wereMigratedByNewer: isNewer,
      pendingMigrations: pending,
      more: !isReadable || isForeign || isNewer || pending > 0 ? undefined : await also(executeSql),
    }
  } finally {
    await client.end()
  }
}

async function rightsMissing(executeSql: DatabaseEngine['executeSql']): Promise<MissingRight[]> {
  const [found] = parseRows(await executeSql(RIGHTS), rightsRow)
  if (!found) return []
  const { login, database } = found
  const byAdministrator = (statements: string) => `As PostgreSQL’s administrator run: ${statements}`
  const migrate = `With the owner’s login run: DATABASE_URL=<owner> ${COMMAND_PREFIX} migrate --serve-as ${login}`
  const create = found.application ? '' : 'create role doorstep_app nologin; '
  const rights: readonly (MissingRight & { readonly isMissing: boolean })[] = [
    {
      isMissing: !found.member,
      right: 'act as the role doorstep_app',
      cure: byAdministrator(`${create}grant doorstep_app to ${login};`),
    },
    {
      isMissing: found.empty && !found.owner,
      right: 'make tables, and there are none yet',
      cure: `${migrate}, or let this login own them: alter database ${database} owner to ${login};`,
    },
    { isMissing: found.unreadable !== null, right: `read and write ${found.unreadable}`, cure: `${migrate}.` },
    {
      isMissing: found.blind,
      right: 'see past row security, as the login that serves must',
      cure: `${byAdministrator(`alter role ${login} bypassrls;`)} If it is the owner’s, set DATABASE_URL to the login that serves instead.`,
    },
  ]
  return rights.filter(({ isMissing }) => isMissing)
}

const withheld = Object.entries(WITHHELD).flatMap(([table, rights]) => rights.map((right) => `'${table} ${right}'`))

const RIGHTS = `
  with tables as (
    select c.oid, c.relowner, c.relname, c.relrowsecurity, n.nspname, n.oid as schema
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss', 'drizzle') and c.relkind in ('r', 'p'))
  select quote_ident(current_user) as login, quote_ident(current_database()) as database,
    to_regclass('public.organisations') is null as empty,
    exists (select from pg_roles where rolname = 'doorstep_app') as application,
    coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = 'doorstep_app'),
      rolcreaterole or rolsuper) as member,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as owner,
    (select string_agg(relname, ', ' order by relname) from tables
      where not has_schema_privilege(schema, 'usage') or exists (
        select from unnest(array['select', 'insert', 'update', 'delete']) as privilege
        where not has_table_privilege(oid, privilege)
          and relname || ' ' || privilege not in (${withheld.join(', ')})
      )) as unreadable,
    exists (select from tables where nspname = 'public' and row_security_active(oid)) as blind
  from pg_roles where rolname = current_user`
