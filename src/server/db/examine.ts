/** Looks at a PostgreSQL database and changes nothing. */
import pg from 'pg'
import { z } from 'zod'
import type { Engine } from './engine'
import { pendingMigrations } from './migrations'
import { rowsOf } from './rows'

export interface ExaminedDatabase {
  /** What its login may not do. */
  readonly missingRights: readonly string[]
  readonly pendingMigrations: number
  /** Ahead of this machine's clock. */
  readonly clockAheadMs: number
}

const rightsRow = z.object({
  member: z.boolean(),
  owner: z.boolean(),
  unreadable: z.string().nullable(),
  forced: z.boolean(),
})

/** @param also asks more over the same connection, where nothing is missing. @throws the driver's error when it cannot be reached */
export async function examineDatabase<More>(
  url: string,
  also: (executeSql: Engine['executeSql']) => Promise<More>,
): Promise<ExaminedDatabase & { readonly more: More | undefined }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const executeSql: Engine['executeSql'] = (text, values) => client.query(text, values)
    const missingRights = await rightsMissing(executeSql)
    const [clock] = rowsOf(
      await executeSql('select extract(epoch from clock_timestamp()) * 1000 as now'),
      z.object({ now: z.coerce.number() }),
    )
    const pending = missingRights.length > 0 ? 0 : await pendingMigrations(executeSql)
    return {
      missingRights,
      clockAheadMs: (clock?.now ?? 0) - Date.now(),
      pendingMigrations: pending,
      more: missingRights.length > 0 || pending > 0 ? undefined : await also(executeSql),
    }
  } finally {
    await client.end()
  }
}

async function rightsMissing(executeSql: Engine['executeSql']): Promise<string[]> {
  const [app] = rowsOf(
    await executeSql(`
      select coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = 'doorstep_app'), true) as member,
        has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as owner,
        (select string_agg(c.relname, ', ') from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind = 'r'
          and not has_table_privilege(c.oid, 'select, insert, update, delete')) as unreadable,
        exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relrowsecurity and not pg_has_role(current_user, c.relowner, 'member'))
          and not (select rolbypassrls or rolsuper from pg_roles where rolname = current_user) as forced`),
    rightsRow,
  )
  const isEmpty = rowsOf(
    await executeSql("select to_regclass('public.organisations') is null as empty"),
    z.object({ empty: z.boolean() }),
  )[0]?.empty
  return [
    ...(app?.member === false ? ['act as the role doorstep_app'] : []),
    ...(isEmpty && app?.owner === false ? ['create tables in the schema public'] : []),
    ...(app?.unreadable ? [`read and write ${app.unreadable}`] : []),
    ...(app?.forced ? ['see past row security (BYPASSRLS), as a login that owns no table must'] : []),
  ]
}
