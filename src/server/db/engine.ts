import { join } from 'node:path'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { packageRoot } from '../lib/root'
import type * as schema from './schema'

type Schema = typeof schema

/** Keep it short: the embedded engine runs one at a time, and calling the Database inside one deadlocks. */
export type Tx = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export interface Connection {
  readonly client: pg.ClientBase
  readonly tx: Tx
}

const onceCommitted = new WeakMap<Tx, (() => void)[]>()

/** Calls `work` once the transaction is committed, and never if it is rolled back. `work` must not throw. */
export function afterCommit(tx: Tx, work: () => void): void {
  onceCommitted.set(tx, [...(onceCommitted.get(tx) ?? []), work])
}

/** Drizzle's own costs an extra message, which every request waits for. */
export async function inTransaction<T>(
  { client, tx }: Connection,
  work: (tx: Tx) => Promise<T>,
  organisationId: string | undefined,
): Promise<T> {
  const only =
    organisationId === undefined
      ? ''
      : `; set local role doorstep_app; set local app.org = ${client.escapeLiteral(organisationId)}`
  try {
    await client.query(`begin${only}`)
    const result = await work(tx)
    await client.query('commit')
    for (const next of onceCommitted.get(tx) ?? []) next()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    // The connection's next transaction has the same `tx`.
    onceCommitted.delete(tx)
  }
}

export interface Connections {
  /** At most. */
  readonly size: number
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export interface DatabaseEngine {
  readonly kind: 'embedded' | 'postgresql'
  /** @param organisationId row-level security shows only its rows; without it all */
  transaction<T>(work: (tx: Tx) => Promise<T>, organisationId?: string): Promise<T>
  /** Outside a transaction. */
  single<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  connections(): Connections
  readonly lost: Promise<Error>
  close(): Promise<void>
}

export type DatabaseLocation = { url: string } | { folder: string } | { memory: PGlite }

export const migrationsFolder: string = join(packageRoot, 'src/server/db/migrations')
