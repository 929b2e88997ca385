import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lockDataFolder } from './dataFolderLock'
import { migrationsFolder, type Engine } from './database'
import * as schema from './schema'

/**
 * PostgreSQL in this process (PGlite): in `<data folder>/database`, or in memory for tests.
 * @throws DataFolderInUse when another process has the folder.
 */
export async function openEmbedded(location: { folder: string } | { memory: true }): Promise<Engine> {
  const release = 'folder' in location ? await lockDataFolder(location.folder) : () => {}
  try {
    const client = await startClient('folder' in location ? join(location.folder, 'database') : undefined)
    const database = drizzle(client, { schema })
    await migrate(database, { migrationsFolder })
    return {
      kind: 'embedded',
      transaction: (work) => database.transaction(work),
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

async function startClient(folder: string | undefined): Promise<PGlite> {
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
  return PGlite.create(folder ? { dataDir: folder } : {})
}
