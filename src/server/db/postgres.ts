import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsFolder, type Engine } from './engine'
import * as schema from './schema'

/** Any number that nothing else in the database locks: 'doorstep' read as digits. */
const MIGRATION_LOCK = 36_677_837

/** PostgreSQL at `url`, through a pool of connections. */
export async function openPostgres(url: string): Promise<Engine> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // A connection that breaks fails the statement at hand, or is replaced at its next use. It says so by an event too,
  // idle by the pool's and in the middle of a transaction by its own: unheard, either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  try {
    await bringUpToDate(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const database = drizzle(pool, { schema })
  return {
    kind: 'postgresql',
    lost: new Promise(() => {}),
    transaction: (work) => database.transaction(work),
    single: (work) => work(database),
    executeSql: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}

/** Several servers may start at once: one migrates, the others wait and then find nothing to do. */
async function bringUpToDate(pool: pg.Pool): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await migrate(drizzle(connection, { schema }), { migrationsFolder })
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    connection.release()
  }
}
