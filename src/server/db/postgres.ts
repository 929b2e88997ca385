import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { ADVISORY_LOCKS } from './advisoryLock'
import { inTransaction, migrationsFolder, type DatabaseEngine, type Tx } from './engine'
import { pendingMigrations, requireFirstMigration } from './migrations'
import { rightsFault, withoutForce } from './roles'
import * as schema from './schema'

/** Connects a pool and migrates. */
export async function openPostgres(url: string): Promise<DatabaseEngine> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // An unhandled 'error' event would end the process; statements fail anyway.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  try {
    await bringUpToDate(pool, new URL(url).host)
  } catch (error) {
    await pool.end()
    throw rightsFault(error, decodeURIComponent(new URL(url).username)) ?? error
  }
  const database = drizzle(pool, { schema })
  const ofConnections = new WeakMap<pg.PoolClient, Tx>()
  const txOf = (client: pg.PoolClient) => {
    const tx = ofConnections.get(client) ?? drizzle(client, { schema })
    ofConnections.set(client, tx)
    return tx
  }
  return {
    kind: 'postgresql',
    lost: new Promise(() => {}),
    transaction: async (work, organisationId) => {
      const client = await pool.connect()
      try {
        return await inTransaction({ client, tx: txOf(client) }, work, organisationId)
      } finally {
        client.release()
      }
    },
    single: (work) => work(database),
    executeSql: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}

/** Servers may start together. */
async function bringUpToDate(pool: pg.Pool, host: string): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    try {
      const executeSql: DatabaseEngine['executeSql'] = (text, values) => connection.query(text, values)
      await requireFirstMigration(executeSql, `PostgreSQL at ${host}`)
      // A serving login may not even try to migrate.
      if ((await pendingMigrations(executeSql)) > 0)
        await withoutForce(executeSql, () => migrate(drizzle(connection, { schema }), { migrationsFolder }))
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration])
    }
  } finally {
    connection.release()
  }
}
