import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lockDataFolder } from './dataFolderLock'
import { migrationsFolder, type DatabaseLocation, type Engine } from './engine'
import * as schema from './schema'

type EmbeddedLocation = Exclude<DatabaseLocation, { url: string }>

/**
 * PostgreSQL in this process (PGlite): in `<data folder>/database`, or in memory for tests.
 * @throws DataFolderInUse when another process has the folder.
 */
export async function openEmbedded(location: EmbeddedLocation): Promise<Engine> {
  const release = 'folder' in location ? await lockDataFolder(location.folder) : () => {}
  try {
    const client = await startClient(location)
    const database = drizzle(client, { schema })
    await migrate(database, { migrationsFolder })
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
  const folder = join(location.folder, 'database')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return PGlite.create({ dataDir: folder })
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
