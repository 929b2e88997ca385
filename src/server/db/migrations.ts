import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { migrationsFolder, type Engine } from './engine'
import { rowsOf } from './rows'

const lastRow = z.object({ last: z.coerce.number().nullable() })

/** How many of this version's migrations the database lacks; a newer version's do not count. */
export async function pendingMigrations(executeSql: Engine['executeSql']): Promise<number> {
  const [known] = rowsOf(
    await executeSql("select to_regclass('drizzle.__drizzle_migrations') is not null as known"),
    z.object({ known: z.boolean() }),
  )
  const [row] = known?.known
    ? rowsOf(await executeSql('select max(created_at) as last from drizzle.__drizzle_migrations'), lastRow)
    : []
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > (row?.last ?? 0)).length
}
