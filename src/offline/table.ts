/** Records of one shape, on the device or in memory. Others are quarantined when read. */
import Dexie from 'dexie'
import type { z } from 'zod'
import type { DeviceDatabase } from './database'
import { KEPT, type TableName } from './kept'

export interface DeviceTable<Value> {
  list(): Promise<Value[]>
  /** @throws QuotaExceededError on a full disk. */
  put(value: Value): Promise<void>
  replace(values: readonly Value[]): Promise<void>
  remove(key: string | number): Promise<void>
  /** One transaction, also against other tabs. */
  atomically<Result>(work: () => Promise<Result>): Promise<Result>
  /** Now and at each change, other tabs' too. @returns how to stop. */
  watch(listener: (values: Value[]) => void): () => void
}

/** A table of the database. */
export function databaseTable<Value>(
  database: DeviceDatabase,
  name: TableName,
  schema: z.ZodType<Value>,
  onQuarantined: (count: number) => void = () => {},
): DeviceTable<Value> {
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
      await quarantine(database, name, bad)
      onQuarantined(bad.length)
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
    watch(listener) {
      // A live query may only read.
      const subscription = Dexie.liveQuery(read).subscribe({
        next: ({ good, bad }) => {
          listener(good)
          if (bad.length > 0) list().catch(() => {})
        },
      })
      return () => subscription.unsubscribe()
    },
  }
}

async function quarantine(database: DeviceDatabase, name: TableName, bad: { record: unknown; reason: string }[]) {
  const { key } = KEPT[name]
  await database.inTransaction(name, async () => {
    for (const { record, reason } of bad) {
      await database.quarantined.add({ table: name, record, reason, quarantinedAt: new Date().toISOString() })
      const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, key) : undefined
      if (typeof value === 'string' || typeof value === 'number') await database.table(name).delete(value)
    }
  })
}

/** For browsers that keep nothing. */
export function memoryTable<Value>(keyOfValue: (value: Value) => string | number): DeviceTable<Value> {
  let values: Value[] = []
  const watchers = new Set<(values: Value[]) => void>()
  const set = (next: Value[]) => {
    values = next
    watchers.forEach((listener) => listener([...values]))
  }
  return {
    list: async () => [...values],
    put: async (value) => set([...values.filter((one) => keyOfValue(one) !== keyOfValue(value)), value]),
    replace: async (next) => set([...next]),
    remove: async (key) => set(values.filter((one) => keyOfValue(one) !== key)),
    atomically: (work) => work(),
    watch(listener) {
      watchers.add(listener)
      listener([...values])
      return () => watchers.delete(listener)
    },
  }
}
