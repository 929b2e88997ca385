/** The embedded database in memory: gone with the process. */
import type { PGlite } from '@electric-sql/pglite'
import { openDatabase, type Database } from '../database'
import { openPglite } from '../embedded/openPglite'

export const openInMemory = (from?: Blob): Promise<PGlite> => openPglite(from ? { loadDataDir: from } : {})

/** Opens a migrated database. @param from a dump of one, which is quicker than migrating */
export const openDatabaseInMemory = async (from?: Blob): Promise<Database> =>
  openDatabase({ memory: await openInMemory(from) })
