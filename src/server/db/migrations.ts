import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { OperatorFault } from '../lib/operator'
import { migrationsFolder, type DatabaseEngine } from './engine'
import { parseRows } from './rows'

type ExecuteSql = DatabaseEngine['executeSql']

const times = z.object({ first: z.coerce.number().nullable(), last: z.coerce.number().nullable() })

/** Oldest and newest of a database, in milliseconds since 1970. */
async function migrationTimes(executeSql: ExecuteSql): Promise<z.infer<typeof times>> {
  const [known] = parseRows(
    await executeSql("select to_regclass('drizzle.__drizzle_migrations') is not null as known"),
    z.object({ known: z.boolean() }),
  )
  const statement = 'select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations'
  const [row] = known?.known ? parseRows(await executeSql(statement), times) : []
  return row ?? { first: null, last: null }
}

/** How many of this version's are missing; a newer version's do not count. */
export async function pendingMigrations(executeSql: ExecuteSql): Promise<number> {
  const { last } = await migrationTimes(executeSql)
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > (last ?? 0)).length
}

/** Milliseconds since 1970. Versions with the same first migration read each other's records. */
export function firstMigration(): number {
  return Math.min(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
}

/** Whether no migration of this version fits the records. */
export async function hasOtherFirstMigration(executeSql: ExecuteSql): Promise<boolean> {
  const { first } = await migrationTimes(executeSql)
  return first !== null && first !== firstMigration()
}

export const START_AFRESH =
  'Start with a new data folder (DOORSTEP_DATA=<new folder>) or an empty database, and import months and contacts again'

/** Such records may hold what this version would drop. */
export async function wereMigratedByNewer(executeSql: ExecuteSql): Promise<boolean> {
  const { last } = await migrationTimes(executeSql)
  return Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)) < (last ?? 0)
}

/**
 * A running server of an older version goes on until it stops.
 * @throws OperatorFault for records that this version cannot use
 */
export async function requireOwnRecords(executeSql: ExecuteSql, place: string): Promise<void> {
  if (await hasOtherFirstMigration(executeSql))
    throw new OperatorFault(
      `The records in ${place} were made by a version of Doorstep that this one cannot go on from. Nothing was changed. ${START_AFRESH}.`,
    )
  if (await wereMigratedByNewer(executeSql))
    throw new OperatorFault(
      `The records in ${place} were migrated by a newer version of Doorstep. Nothing was changed. Start that version, or ` +
        'restore the backup from before its migration into a new data folder (DOORSTEP_DATA) or an empty database.',
    )
}
