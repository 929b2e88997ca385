/** What goes from the device when: everything of a session, and on leaving everything but others' sealed work. */
import { deleteDatabase, openDatabase, quarantinedSchema, type DeviceDatabase } from './database'
import { KEPT, TABLES } from './kept'
import { isSealed } from './seal'

const STAYING = TABLES.filter((table) => KEPT[table].outlivesSession)

/** Removes all but the sealed work, and a database without any. @returns whether there was anything of a session. */
export async function wipeSynced(name: string): Promise<boolean> {
  const database = await openDatabase(name)
  const hadMore = !(await holdsSealedWorkAlone(database))
  for (const table of TABLES) {
    const rows = database.table(table)
    if (STAYING.includes(table)) await rows.filter((record) => !isSealed(record)).delete()
    else await rows.clear()
  }
  await database.quarantined.filter((one) => !isSealedQuarantine(one)).delete()
  const isEmpty = (await countWork(database)) + (await database.quarantined.count()) === 0
  database.close()
  if (isEmpty) await deleteDatabase(name)
  return hadMore
}

/** Removes the database, unless it is the sealed work of somebody whose session ended before. */
export async function wipeOwn(name: string): Promise<void> {
  const database = await openDatabase(name)
  const isOthers = (await countWork(database)) > 0 && (await holdsSealedWorkAlone(database))
  database.close()
  if (!isOthers) await deleteDatabase(name)
}

/** Sealed work whose key is not here: how many of each kind wait. */
export async function countWaiting(name: string): Promise<{ drafts: number; queue: number }> {
  const database = await openDatabase(name)
  const [drafts, queue] = (await holdsSealedWorkAlone(database))
    ? await Promise.all([database.table('drafts').count(), database.table('queue').count()])
    : [0, 0]
  database.close()
  return { drafts, queue }
}

async function countWork(database: DeviceDatabase): Promise<number> {
  const counts = await Promise.all(STAYING.map((table) => database.table(table).count()))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function holdsSealedWorkAlone(database: DeviceDatabase): Promise<boolean> {
  for (const table of TABLES) {
    const rows = database.table(table)
    const others = STAYING.includes(table) ? rows.filter((record) => !isSealed(record)).count() : rows.count()
    if ((await others) > 0) return false
  }
  return true
}

function isSealedQuarantine(one: unknown): boolean {
  const { table, record } = quarantinedSchema.safeParse(one).data ?? {}
  return STAYING.some((staying) => staying === table) && isSealed(record)
}
