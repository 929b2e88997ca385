import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { watchDiskSpace } from '../../lib/disk'
import { openDatabaseFolder } from '../databaseFolder'
import { lockDataFolder } from '../dataFolderLock'
import { inTransaction, migrationsFolder, type DatabaseLocation, type DatabaseEngine } from '../engine'
import { requireOwnRecords } from '../migrations'
import * as schema from '../schema'
import { createTurns, isInBackground } from '../turns'
import { serverStream } from './serverStream'
import { inThisThread, inWorkerThread, type Server } from './server'

type EmbeddedLocation = Exclude<DatabaseLocation, { url: string }>

/** In a worker thread for a folder. @throws DataFolderInUse; OperatorFault */
export async function openEmbedded(location: EmbeddedLocation): Promise<DatabaseEngine> {
  const release = 'folder' in location ? await lockDataFolder(location.folder) : () => {}
  try {
    const server = await startServer(location)
    const client = await connect(server)
    const database = drizzle(client, { schema })
    const place = 'folder' in location ? location.folder : 'memory'
    await requireOwnRecords((text, values) => client.query(text, values), place)
    await migrate(database, { migrationsFolder })
    const turns = createTurns()
    let lost: Error | undefined
    void server.lost.then((error) => (lost = error))
    const inTurn = <T>(work: () => Promise<T>) =>
      turns.take(isInBackground(), work).catch((error: unknown) => {
        throw lost ?? error
      })
    const takeWrites = (yes: boolean) =>
      inTurn(() => client.query(`set default_transaction_read_only = ${yes ? 'off' : 'on'}`))
    const endWatch =
      'folder' in location ? watchDiskSpace(location.folder, (isShort) => takeWrites(!isShort)) : () => {}
    return {
      kind: 'embedded',
      connections() {
        const { isTaken, waiting } = turns.state()
        return { size: 1, open: 1, idle: isTaken ? 0 : 1, waiting }
      },
      lost: server.lost,
      transaction: (work, organisationId) =>
        inTurn(() => inTransaction({ client, tx: database }, work, organisationId)),
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
  if ('memory' in location) return inThisThread(location.memory)
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
  // An unhandled 'error' event would end the process; statements fail anyway.
  client.on('error', () => {})
  await client.connect()
  return client
}
