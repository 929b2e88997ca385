import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { OperatorFault } from '../lib/operator'
import { migrationsFolder, type DatabaseEngine } from './engine'
import { rowsOf } from './rows'

type ExecuteSql = DatabaseEngine['executeSql']

const times = z.object({ first: z.coerce.number().nullable(), last: z.coerce.number().nullable() })

/** When the oldest and the newest migration that a database had were made, in milliseconds since 1970. */
async function migrationTimes(executeSql: ExecuteSql): Promise<z.infer<typeof times>> {
  const [known] = rowsOf(
    await executeSql("select to_regclass('drizzle.__drizzle_migrations') is not null as known"),
    z.object({ known: z.boolean() }),
  )
  const statement = 'select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations'
  const [row] = known?.known ? rowsOf(await executeSql(statement), times) : []
  return row ?? { first: null, last: null }
}

/** How many of this version's migrations the database lacks; a newer version's do not count. */
export async function pendingMigrations(executeSql: ExecuteSql): Promise<number> {
  const { last } = await migrationTimes(executeSql)
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > (last ?? 0)).length
}

/** When the first migration was made, in milliseconds since 1970: versions with the same one read each other's records. */
export function firstMigration(): number {
  return Math.min(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
}

/** Whether the records began with another first migration, so that no migration of this version fits them. */
export async function hasOtherFirstMigration(executeSql: ExecuteSql): Promise<boolean> {
  const { first } = await migrationTimes(executeSql)
  return first !== null && first !== firstMigration()
}

/** What to do about records of {@link hasOtherFirstMigration}. */
export const START_AFRESH =
  'Start with a new data folder (DOORSTEP_DATA=<new folder>) or an empty database, and import months and contacts again'

/** @throws OperatorFault for records that began with another first migration, before anything is changed */
export async function requireFirstMigration(executeSql: ExecuteSql, place: string): Promise<void> {
  if (await hasOtherFirstMigration(executeSql))
    throw new OperatorFault(
      `The records in ${place} were made by a version of Doorstep that this one cannot go on from. Nothing was changed. ${START_AFRESH}.`,
    )
}
