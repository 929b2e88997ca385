import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { watchRoom } from '../../room'
import { isInBackground } from '../background'
import { openDatabaseFolder } from '../databaseFolder'
import { lockDataFolder } from '../dataFolderLock'
import { migrationsFolder, type DatabaseLocation, type Engine } from '../engine'
import * as schema from '../schema'
import { createTurns } from '../turns'
import { serverStream } from './serverStream'
import { inThisThread, inWorkerThread, type Server } from './server'

type EmbeddedLocation = Exclude<DatabaseLocation, { url: string }>

/**
 * PostgreSQL without a server of its own (PGlite): in `<data folder>/database`, where it runs in a worker thread, or in
 * memory for tests. It is spoken to by the same driver as any PostgreSQL, and has one connection.
 * @throws DataFolderInUse when another process has the folder; OperatorFault when the folder cannot be used.
 */
export async function openEmbedded(location: EmbeddedLocation): Promise<Engine> {
  const release = 'folder' in location ? await lockDataFolder(location.folder) : () => {}
  try {
    const server = await startServer(location)
    const client = await connect(server)
    const database = drizzle(client, { schema })
    await migrate(database, { migrationsFolder })
    const turns = createTurns()
    let lost: Error | undefined
    void server.lost.then((error) => (lost = error))
    const inTurn = <T>(work: () => Promise<T>) =>
      turns.take(isInBackground(), work).catch((error: unknown) => {
        // Whatever the driver says of it.
        throw lost ?? error
      })
    // Transactions that begin from now on; reading goes on.
    const takeWrites = (yes: boolean) =>
      inTurn(() => client.query(`set default_transaction_read_only = ${yes ? 'off' : 'on'}`))
    const endWatch = 'folder' in location ? watchRoom(location.folder, (isShort) => takeWrites(!isShort)) : () => {}
    return {
      kind: 'embedded',
      lost: server.lost,
      transaction: (work) => inTurn(() => database.transaction(work)),
      single: (work) => inTurn(() => work(database)),
      executeSql: (text, values) => inTurn(() => client.query(text, values)),
      async close() {
        endWatch()
        await inTurn(() => client.end()).finally(release)
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

async function startServer(location: EmbeddedLocation): Promise<Server> {
  if ('memory' in location)
    return inThisThread(await PGlite.create(location.from ? { loadDataDir: location.from } : {}))
  return openDatabaseFolder(location.folder, inWorkerThread)
}

async function connect(server: Server): Promise<pg.Client> {
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => serverStream(server),
  })
  // A server that breaks fails the statement at hand and all that follow. It says so by an event too: unheard, that
  // would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** An empty database with its schema, to open many from: making one takes seconds, opening a dump does not. */
export async function dumpMigrated(): Promise<Blob> {
  const pglite = await PGlite.create()
  try {
    const client = await connect({ ...inThisThread(pglite), close: async () => {} })
    await migrate(drizzle(client, { schema }), { migrationsFolder })
    await client.end()
    return await pglite.dumpDataDir('none')
  } finally {
    await pglite.close()
  }
}
