/** One login owns the tables and migrates, another serves and owns nothing. */
import { z } from 'zod'
import { OperatorFault } from '../lib/operator'
import type { DatabaseEngine } from './engine'
import { parseRows } from './rows'
import { COMMAND_PREFIX } from '../lib/commandLine'

type ExecuteSql = DatabaseEngine['executeSql']

const SCHEMAS = ['public', 'pgboss', 'drizzle']

/** Functions write to these as the owner, for any organisation; they hold nothing about a household. */
const FORCED =
  "c.relrowsecurity and c.relname not in ('contact_changes', 'audit_entries', 'audit_heads', 'audit_seals', 'audit_starts')"

/** What the serving login may do to these tables only by a function of the owner's. `restore` adds all but entries. */
export const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ['insert', 'update', 'delete'],
  audit_heads: ['update', 'delete'],
  audit_seals: ['update', 'delete'],
  audit_starts: ['update', 'delete'],
}

/** The owner's functions that the serving login calls. */
const FUNCTIONS = 'move_audit_start, lock_audit_end, add_audit_entry, restore_audit_entries, gather_statistics'

const perTable = (condition: string, change: string) => `
  do $$ declare each record; begin
    for each in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and ${condition}
    loop execute format('alter table %s ${change} row level security', each.name); end loop;
  end $$`

/** Lets a login serve, and puts the owner under row security. Run as the owner. */
export async function serveAs(executeSql: ExecuteSql, login: string): Promise<void> {
  const { rows } = await executeSql('select quote_ident(rolname) as name from pg_roles where rolname = $1', [login])
  if (rows.length === 0) throw new Error(`PostgreSQL has no login called ${login}.`)
  const name = `"${login.replaceAll('"', '""')}"`
  for (const schema of SCHEMAS) {
    await executeSql(`grant usage on schema ${schema} to ${name}`)
    for (const when of ['', `alter default privileges in schema ${schema} `]) {
      const all = when === '' ? `all tables in schema ${schema}` : 'tables'
      const sequences = when === '' ? `all sequences in schema ${schema}` : 'sequences'
      await executeSql(`${when}grant select, insert, update, delete on ${all} to ${name}`)
      await executeSql(`${when}grant usage, select, update on ${sequences} to ${name}`)
    }
  }
  for (const [table, rights] of Object.entries(WITHHELD))
    await executeSql(`revoke ${rights.join(', ')}, truncate on ${table} from ${name}`)
  await executeSql(`grant execute on function ${FUNCTIONS} to ${name}`)
  await executeSql(perTable(FORCED, 'force'))
}

/** Migrations must see every row; afterwards row security is forced again. */
export async function withoutForce(executeSql: ExecuteSql, migrate: () => Promise<void>): Promise<void> {
  const { rows } = await executeSql(
    "select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relforcerowsecurity",
  )
  if (rows.length > 0) await executeSql(perTable('c.relforcerowsecurity', 'no force'))
  await migrate()
  if (rows.length > 0) await executeSql(perTable(FORCED, 'force'))
}

/**
 * A login under row security would find no person and no organisation.
 * @throws OperatorFault for such a login, which may only migrate
 */
export async function requireServingLogin(executeSql: ExecuteSql): Promise<void> {
  const [found] = parseRows(
    await executeSql("select current_user as login, row_security_active('public.campaigns') as blind"),
    z.object({ login: z.string(), blind: z.boolean() }),
  )
  if (!found?.blind) return
  throw new OperatorFault(
    `The database login ${found.login} sees no records: it is the owner’s, which only migrates, or lacks BYPASSRLS. Set ` +
      'DATABASE_URL to the login that serves, as docs/operating.md says under "PostgreSQL’s roles".',
  )
}

/** Undefined for other errors. */
export function rightsFault(error: unknown, login: string): OperatorFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || cause.code !== '42501') continue
    return new OperatorFault(
      `The database login ${login} may not do what Doorstep needs (${cause.message}). Grant it as docs/operating.md says ` +
        `under "PostgreSQL’s roles", or migrate with the login that owns the tables: ${COMMAND_PREFIX} migrate`,
      { cause: error },
    )
  }
  return undefined
}
