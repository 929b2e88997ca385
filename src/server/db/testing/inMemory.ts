/** The embedded database in memory: gone with the process. */
import { PGlite } from '@electric-sql/pglite'
import { openDatabase, type Database } from '../database'

/** Opens PGlite with less memory for what is cached than its own 128 MB, all of which it clears first. */
export const openInMemory = (from?: Blob): Promise<PGlite> =>
  PGlite.create({
    ...(from ? { loadDataDir: from } : {}),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })

/** Opens a migrated database. @param from a dump of one, which is quicker than migrating */
export const openDatabaseInMemory = async (from?: Blob): Promise<Database> =>
  openDatabase({ memory: await openInMemory(from) })
