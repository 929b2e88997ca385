import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { OperatorFault } from '../lib/operator'
import { ADVISORY_LOCKS } from './advisoryLock'
import { connectionFault } from './connectionFault'
import { connectTo } from './connectTo'
import { inTransaction, migrationsFolder, type DatabaseEngine, type Tx } from './engine'
import { pendingMigrations, requireOwnRecords } from './migrations'
import { rightsFault, withoutForce } from './roles'
import * as schema from './schema'

/** At most, per server. */
export const CONNECTIONS = 10

/** Connects a pool and migrates. */
export async function openPostgres(url: string): Promise<DatabaseEngine> {
  const pool = new pg.Pool({ ...connectTo(url), max: CONNECTIONS, connectionTimeoutMillis: 10_000 })
  // An unhandled 'error' event would end the process; statements fail anyway.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  try {
    const connection = await pool.connect().catch((error: unknown) => {
      throw connectionFault(error, url)
    })
    await bringUpToDate(connection, new URL(url).host)
  } catch (error) {
    await pool.end()
    throw rightsFault(error, decodeURIComponent(new URL(url).username)) ?? error
  }
  const database = drizzle(pool, { schema })
  const ofConnections = new WeakMap<pg.PoolClient, Tx>()
  const openTx = (client: pg.PoolClient) => {
    const tx = ofConnections.get(client) ?? drizzle(client, { schema })
    ofConnections.set(client, tx)
    return tx
  }
  return {
    kind: 'postgresql',
    connections: () => ({
      size: CONNECTIONS,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    lost: new Promise(() => {}),
    transaction: async (work, organisationId) => {
      const client = await pool.connect()
      try {
        return await inTransaction({ client, tx: openTx(client) }, work, organisationId)
      } finally {
        client.release()
      }
    },
    single: (work) => work(database),
    executeSql: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}

async function bringUpToDate(connection: pg.PoolClient, host: string): Promise<void> {
  try {
    await requireWritable(connection, host)
    await connection.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    try {
      const executeSql: DatabaseEngine['executeSql'] = (text, values) => connection.query(text, values)
      await requireOwnRecords(executeSql, `PostgreSQL at ${host}`)
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

/** A standby takes no writes. */
async function requireWritable(connection: pg.PoolClient, host: string): Promise<void> {
  const { rowCount } = await connection.query("select where current_setting('transaction_read_only') = 'on'")
  if (rowCount)
    throw new OperatorFault(
      `PostgreSQL at ${host} takes no writes: it is a standby, or default_transaction_read_only is on. Name the primary in DATABASE_URL, or switch that off.`,
    )
}
