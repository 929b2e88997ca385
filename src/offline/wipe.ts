/** A session's end removes synced data; leaving removes all but others' sealed work. */
import { deleteDatabase, leftSchema, openDeviceDatabase, quarantinedSchema, type DeviceDatabase } from './database'
import { KEPT, TABLES, type TableName } from './kept'
import { isSealed } from './seal'

const STAYING = TABLES.filter((table) => KEPT[table].outlivesSession)

/** Milliseconds: 90 days, the server's default for visit rounds. */
const LEFT_MAX_AGE = 90 * 24 * 60 * 60 * 1000

/** Keeps sealed work; removes a database without any. @returns whether there was session data */
export async function wipeSynced(name: string): Promise<boolean> {
  const database = await openDeviceDatabase(name)
  const hadMore = !(await holdsSealedWorkAlone(database))
  for (const table of TABLES) {
    const rows = database.table(table)
    if (STAYING.includes(table)) await rows.filter((record) => !isSealed(record)).delete()
    else await rows.clear()
  }
  await database.quarantined.filter((one) => !isSealedQuarantine(one)).delete()
  const isEmpty = (await countWork(database)) + (await database.quarantined.count()) === 0
  const isDone = isEmpty || (await isForgotten(database))
  database.close()
  if (isDone) await deleteDatabase(name)
  return hadMore
}

/** Removes the database, unless it is the sealed work of a session that ended before. */
export async function wipeOwn(name: string): Promise<void> {
  const database = await openDeviceDatabase(name)
  const isOthers = (await countWork(database)) > 0 && (await holdsSealedWorkAlone(database))
  database.close()
  if (!isOthers) await deleteDatabase(name)
}

/** Counts sealed work whose key is not here, by kind; removes what has waited too long. */
export async function countWaiting(name: string): Promise<{ drafts: number; texts: number; queue: number }> {
  const database = await openDeviceDatabase(name)
  const isLeft = await holdsSealedWorkAlone(database)
  const isOver = isLeft && (await isForgotten(database))
  const countIn = async (table: TableName) => (isLeft && !isOver ? database.table(table).count() : 0)
  const [drafts, texts, queue] = await Promise.all([countIn('drafts'), countIn('texts'), countIn('queue')])
  database.close()
  if (isOver) await deleteDatabase(name)
  return { drafts, texts, queue }
}

/** Whether the work was left too long ago, by the device's clock; the first call starts the wait. */
async function isForgotten({ left }: DeviceDatabase): Promise<boolean> {
  const now = Date.now()
  const at = leftSchema.safeParse(await left.get('left')).data?.at
  // Corrects a time in the future.
  if (at === undefined || at > now) await left.put({ id: 'left', at: now })
  return at !== undefined && now - at >= LEFT_MAX_AGE
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
