import { join } from 'node:path'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { packageRoot } from '../root'
import type * as schema from './schema'

type Schema = typeof schema

/** Keep it short: the embedded engine runs one at a time, and calling the Database inside one deadlocks. */
export type Tx = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export interface Engine {
  readonly kind: 'embedded' | 'postgresql'
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For one statement, outside a transaction. */
  single<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** See {@link Database}. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/** `memory`: for tests. */
export type DatabaseLocation = { url: string } | { folder: string } | { memory: true; from?: Blob }

export const migrationsFolder: string = join(packageRoot, 'src/server/db/migrations')
