import { join } from 'node:path'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { packageRoot } from '../root'
import type * as schema from './schema'

type Schema = typeof schema

/**
 * A transaction, on either engine. Keep it short: the embedded engine runs one at a time, and
 * calling the Database from inside one waits for itself for ever.
 */
export type Tx = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

/** What each engine brings; the rest is the same for both. */
export interface Engine {
  readonly kind: 'embedded' | 'postgresql'
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For one statement, which needs no transaction around it. */
  single<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** See {@link Database}. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/** Where the records are: in PostgreSQL, in a folder of this machine, or (tests) in memory, from a dump. */
export type DatabaseLocation = { url: string } | { folder: string } | { memory: true; from?: Blob }

/** Found from source and from `dist` alike. */
export const migrationsFolder = join(packageRoot, 'src/server/db/migrations')
