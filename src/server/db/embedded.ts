import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { watchRoom } from '../room'
import { openDatabaseFolder } from './databaseFolder'
import { lockDataFolder } from './dataFolderLock'
import { migrationsFolder, type DatabaseLocation, type Engine } from './engine'
import * as schema from './schema'

type EmbeddedLocation = Exclude<DatabaseLocation, { url: string }>

/**
 * PostgreSQL in this process (PGlite): in `<data folder>/database`, or in memory for tests.
 * @throws DataFolderInUse when another process has the folder; OperatorFault when the folder cannot be used.
 */
export async function openEmbedded(location: EmbeddedLocation): Promise<Engine> {
  const release = 'folder' in location ? await lockDataFolder(location.folder) : () => {}
  try {
    const client = await startClient(location)
    const database = drizzle(client, { schema })
    await migrate(database, { migrationsFolder })
    // Transactions that begin from now on; reading goes on.
    const takeWrites = (yes: boolean) => client.exec(`set default_transaction_read_only = ${yes ? 'off' : 'on'}`)
    const endWatch = 'folder' in location ? watchRoom(location.folder, (isShort) => takeWrites(!isShort)) : () => {}
    return {
      kind: 'embedded',
      transaction: (work) => database.transaction(work),
      single: (work) => work(database),
      async executeSql(text, values) {
        if (values?.length) return client.query(text, values)
        // Without values a text may hold several statements; the last one's rows are the answer.
        return (await client.exec(text)).at(-1) ?? { rows: [] }
      },
      async close() {
        endWatch()
        await client.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

async function startClient(location: EmbeddedLocation): Promise<PGlite> {
  if ('memory' in location) return PGlite.create(location.from ? { loadDataDir: location.from } : {})
  return openDatabaseFolder(location.folder, (folder) => PGlite.create({ dataDir: folder }))
}

/** An empty database with its schema, to open many from: making one takes seconds, opening a dump does not. */
export async function dumpMigrated(): Promise<Blob> {
  const client = await PGlite.create()
  try {
    await migrate(drizzle(client, { schema }), { migrationsFolder })
    return await client.dumpDataDir('none')
  } finally {
    await client.close()
  }
}
