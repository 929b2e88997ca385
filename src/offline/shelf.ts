/**
 * A table as the app sees it: records of one shape, on the device or, where the browser keeps nothing,
 * in memory. Policy: what lies on the device is parsed before it is believed; a record that is not of its
 * shape is moved to `setAside` and told, and the others stand.
 */
import Dexie from 'dexie'
import type { z } from 'zod'
import { keyOf, type DeviceDatabase, type TableName } from './database'

export interface Shelf<Value> {
  list(): Promise<Value[]>
  /** Adds the record, or puts it in the place of the one with its key. @throws QuotaExceededError on a full disk. */
  put(value: Value): Promise<void>
  /** Puts the records in the place of all that are there. */
  replace(values: readonly Value[]): Promise<void>
  remove(key: string | number): Promise<void>
  /** Reads and writes as one step, also against other tabs. */
  atomically<Result>(work: () => Promise<Result>): Promise<Result>
  /** Tells the records now and at each change, from other tabs too. @returns how to stop. */
  watch(tell: (values: Value[]) => void): () => void
}

/** A shelf in the device's database. `onSetAside` is told how many records could not be read. */
export function deviceShelf<Value>(
  database: DeviceDatabase,
  name: TableName,
  schema: z.ZodType<Value>,
  onSetAside: (count: number) => void = () => {},
): Shelf<Value> {
  const table = database.table(name)

  const read = async (): Promise<{ good: Value[]; bad: { record: unknown; reason: string }[] }> => {
    const good: Value[] = []
    const bad: { record: unknown; reason: string }[] = []
    for (const record of await table.toArray()) {
      const parsed = schema.safeParse(record)
      if (parsed.success) good.push(parsed.data)
      else bad.push({ record, reason: parsed.error.message })
    }
    return { good, bad }
  }

  const list = async (): Promise<Value[]> => {
    const { good, bad } = await read()
    if (bad.length > 0) {
      await setAside(database, name, bad)
      onSetAside(bad.length)
    }
    return good
  }

  return {
    list,
    async put(value) {
      await table.put(value)
    },
    replace: (values) =>
      database.inTransaction(name, async () => {
        await table.clear()
        await table.bulkPut([...values])
      }),
    remove: (key) => table.delete(key),
    atomically: (work) => database.inTransaction(name, work),
    watch(tell) {
      // A live query may only read: what it finds broken is set aside by a list() after it.
      const subscription = Dexie.liveQuery(read).subscribe({
        next: ({ good, bad }) => {
          tell(good)
          if (bad.length > 0) list().catch(() => {})
        },
      })
      return () => subscription.unsubscribe()
    },
  }
}

async function setAside(database: DeviceDatabase, name: TableName, bad: { record: unknown; reason: string }[]) {
  const key = keyOf(name)
  await database.inTransaction(name, async () => {
    for (const { record, reason } of bad) {
      await database.setAside.add({ table: name, record, reason, setAsideAt: new Date().toISOString() })
      const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, key) : undefined
      if (typeof value === 'string' || typeof value === 'number') await database.table(name).delete(value)
    }
  })
}

/** A shelf that lasts as long as the page, for browsers that keep nothing. */
export function memoryShelf<Value>(keyOfValue: (value: Value) => string | number): Shelf<Value> {
  let values: Value[] = []
  const watchers = new Set<(values: Value[]) => void>()
  const become = (next: Value[]) => {
    values = next
    watchers.forEach((tell) => tell([...values]))
  }
  return {
    list: async () => [...values],
    put: async (value) => become([...values.filter((one) => keyOfValue(one) !== keyOfValue(value)), value]),
    replace: async (next) => become([...next]),
    remove: async (key) => become(values.filter((one) => keyOfValue(one) !== key)),
    atomically: (work) => work(),
    watch(tell) {
      watchers.add(tell)
      tell([...values])
      return () => watchers.delete(tell)
    },
  }
}
