import { getTableName, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/engine'
import { parseRows } from '../../db/rows'
import { auditEntries } from '../../db/schema'
import type { SnapshotFile } from '../../modules/households/snapshots/files'

/** Everyone signs in again after a restore. */
const LEFT_OUT = ['sessions', 'sign_in_attempts', 'organisation_choices']

/** The login that serves may add no rows of its own to this table. */
const AUDIT_ENTRIES = getTableName(auditEntries)

const BATCH = 1_000

const rows = async <Row extends z.ZodType>(tx: Tx, query: SQL, row: Row) => parseRows(await tx.execute(query), row)

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** Referenced tables come first. */
export async function tables(tx: Tx): Promise<Table[]> {
  const found = await rows(
    tx,
    sql`select c.relname as name, array_to_json(array_agg(a.attname order by a.attnum)) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where n.nspname = 'public' and c.relkind = 'r' group by c.relname order by c.relname`,
    z.object({ name: z.string(), columns: z.array(z.string()) }),
  )
  const references = await rows(
    tx,
    sql`select f.relname as "from", t.relname as "to" from pg_constraint k
        join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
        join pg_namespace n on n.oid = f.relnamespace where k.contype = 'f' and n.nspname = 'public'`,
    z.object({ from: z.string(), to: z.string() }),
  )
  return ordered(
    found.filter(({ name }) => !LEFT_OUT.includes(name)),
    references,
  )
}

function ordered(found: Table[], references: { from: string; to: string }[]): Table[] {
  const done: Table[] = []
  const visit = (table: Table, under: readonly string[]): void => {
    if (done.includes(table) || under.includes(table.name)) return
    for (const { from, to } of references) {
      const needed = found.find(({ name }) => name === to)
      if (from === table.name && needed) visit(needed, [...under, table.name])
    }
    done.push(table)
  }
  for (const table of found) visit(table, [])
  return done
}

/** From backups that predate their table. */
export const moveHelpRequests = (tx: Tx) => tx.execute(sql`select move_help_requests()`)

/** One consistent state for the transaction. */
export const freeze = (tx: Tx) => tx.execute(sql`set transaction isolation level repeatable read`)

export interface Owner {
  readonly column: string
  readonly id: string
}

/** Undefined for a table that belongs to no organisation. */
export function findOwner({ name, columns }: Table, id: string): Owner | undefined {
  if (name === 'organisations') return { column: 'id', id }
  return columns.includes('organisation_id') ? { column: 'organisation_id', id } : undefined
}

/** JSON in batches, through a cursor. */
export async function* readLines(tx: Tx, table: string, only?: Owner): AsyncGenerator<string[]> {
  // A cursor takes no parameters from the driver.
  const owned = only ? sql` where t.${sql.identifier(only.column)} = ${sql.raw(`'${z.uuid().parse(only.id)}'`)}` : sql``
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${sql.identifier(table)} t${owned}`,
  )
  for (;;) {
    const batch = await rows(tx, sql.raw(`fetch ${BATCH} from backup_rows`), z.object({ line: z.string() }))
    if (batch.length === 0) break
    yield batch.map(({ line }) => line)
  }
  await tx.execute(sql`close backup_rows`)
}

/** With ids; columns unknown to the backup get defaults. */
export async function insertLines(tx: Tx, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const json = `[${lines.join(',')}]`
  if (name === AUDIT_ENTRIES) {
    await tx.execute(sql`select restore_audit_entries(${json}::json)`)
    return
  }
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  const table = sql.identifier(name)
  await tx.execute(
    sql`insert into ${table} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${table}, ${json}::json)`,
  )
}

/** Past the highest restored id. */
export async function continueIds(tx: Tx, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const [found] = await rows(
      tx,
      sql`select pg_get_serial_sequence(${`public.${name}`}, ${column}) as sequence`,
      z.object({ sequence: z.string().nullable() }),
    )
    if (!found?.sequence) continue
    const highest = sql`(select max(${sql.identifier(column)}) from ${sql.identifier(name)})`
    await tx.execute(sql`select setval(${found.sequence}::regclass, coalesce(${highest}, 1), ${highest} is not null)`)
  }
}

/** Whether a restore would mix with nothing. */
export async function isEmpty(tx: Tx): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select exists (select from organisations) or exists (select from people) as filled`,
    z.object({ filled: z.boolean() }),
  )
  return found[0]?.filled === false
}

/** For an empty Doorstep: the backup brings the records' key. */
export const forgetRecordsKey = (tx: Tx) => tx.execute(sql`delete from records_key`)

/** The files of all months, or of an organisation's. */
export async function snapshotFiles(tx: Tx, organisationId?: string): Promise<SnapshotFile[]> {
  const owned = organisationId === undefined ? sql`` : sql` where organisation_id = ${organisationId}`
  return rows(
    tx,
    sql`select file_key as "fileKey", file_digest as "fileDigest" from snapshots${owned}`,
    z.object({ fileKey: z.string(), fileDigest: z.string().nullable() }),
  )
}
