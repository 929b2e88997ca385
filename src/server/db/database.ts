/**
 * Policy: how code reaches the records. What answers a person's request works through
 * `forOrganisation`, under row-level security; only sign-in, import, the command line and the
 * workers' housekeeping use `asSystem`.
 */
import { join } from 'node:path'
import { sql, type ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { packageRoot } from '../root'
import { openEmbedded } from './embedded'
import { openPostgres } from './postgres'
import type * as schema from './schema'

type Schema = typeof schema

/**
 * A transaction, on either engine. Keep it short: the embedded engine runs one at a time, and
 * calling the {@link Database} from inside one waits for itself for ever.
 */
export type Tx = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

/** The records, on the embedded engine or on PostgreSQL. */
export interface Database {
  /** A transaction that sees the rows of one organisation and no other. */
  forOrganisation<T>(organisationId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction that sees everything. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs SQL outside a transaction, for the job queue, which writes its own. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  readonly engine: 'embedded' | 'postgresql'
  close(): Promise<void>
}

/** What each engine brings; the rest is the same for both. */
export interface Engine {
  readonly kind: Database['engine']
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

/** Where the records are: in PostgreSQL, in a folder of this machine, or (tests) in memory, from a dump. */
export type DatabaseLocation = { url: string } | { folder: string } | { memory: true; from?: Blob }

/** Found from source and from `dist` alike. */
export const migrationsFolder = join(packageRoot, 'src/server/db/migrations')

/**
 * Opens the records and brings their schema up to date.
 * @throws DataFolderInUse when another process has the folder.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const engine = 'url' in location ? await openPostgres(location.url) : await openEmbedded(location)
  return {
    engine: engine.kind,
    forOrganisation: (organisationId, work) =>
      engine.transaction(async (tx) => {
        await tx.execute(sql`set local role doorstep_app`)
        await tx.execute(sql`select set_config('app.org', ${organisationId}, true)`)
        return work(tx)
      }),
    asSystem: (work) => engine.transaction(work),
    executeSql: (text, values) => engine.executeSql(text, values),
    close: () => engine.close(),
  }
}
