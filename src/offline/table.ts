/** Records of one shape, on the device or in memory; others are quarantined. */
import Dexie from 'dexie'
import { z } from 'zod'
import type { DeviceDatabase } from './database'
import { KEPT, type TableName } from './kept'
import { isSealed, type RecordSeal } from './seal'

export interface DeviceTable<Value> {
  list(): Promise<Value[]>
  /** @throws QuotaExceededError on a full disk */
  put(value: Value): Promise<void>
  replace(values: readonly Value[]): Promise<void>
  remove(key: string | number): Promise<void>
  /** One transaction, across tabs. @param others tables that take part */
  atomically<Result>(work: () => Promise<Result>, others?: readonly TableName[]): Promise<Result>
  /** Called at once and after changes, also other tabs'. @returns how to stop */
  watch(listener: (values: Value[]) => void): () => void
}

interface TableOptions {
  onQuarantined?: (count: number) => void
  seal?: RecordSeal
}

/** Transactions end while waiting for anything but the database. */
function inTransaction<Result>(work: Promise<Result>): PromiseLike<Result> {
  // Null outside a transaction, despite its type.
  const current: unknown = Dexie.currentTransaction
  return current ? Dexie.waitFor(work) : work
}

/** A table in the database. */
export function databaseTable<Value>(
  database: DeviceDatabase,
  name: TableName,
  schema: z.ZodType<Value>,
  { onQuarantined = () => {}, seal }: TableOptions = {},
): DeviceTable<Value> {
  const table = database.table(name)

  const opened = async (record: unknown): Promise<unknown> => {
    if (!seal) return record
    if (!isSealed(record)) throw new NotSealed()
    const known = seal.remembered(record)
    return known ? known.value : inTransaction(seal.open(record))
  }

  const sealed = (value: Value): unknown =>
    seal ? inTransaction(seal.seal(z.looseObject({ id: z.string() }).parse(value))) : value

  const sort = async (records: readonly unknown[]): Promise<{ good: Value[]; bad: Bad[] }> => {
    const good: Value[] = []
    const bad: Bad[] = []
    for (const record of records) {
      try {
        const parsed = schema.safeParse(await opened(record))
        if (parsed.success) good.push(parsed.data)
        else bad.push({ record, reason: parsed.error.message })
      } catch (error) {
        const reason = describeUnopened(error)
        if (reason === undefined) throw error
        bad.push({ record, reason })
      }
    }
    return { good, bad }
  }

  const read = async () => sort(await table.toArray())

  const list = async (): Promise<Value[]> => {
    const { good, bad } = await read()
    if (bad.length > 0) {
      await quarantine(database, name, bad)
      onQuarantined(bad.length)
    }
    return good
  }

  // Sealing times vary, but the last change must be stored last.
  let before: Promise<unknown> = Promise.resolve()
  const inOrder = (change: () => PromiseLike<unknown>): Promise<void> => {
    const done = async () => void (await change())
    // A transaction has its own order, and cannot wait for others.
    const current: unknown = Dexie.currentTransaction
    if (current) return done()
    const mine = before.then(done)
    before = mine.catch(() => {})
    return mine
  }

  return {
    list,
    put: (value) => inOrder(async () => table.put(await sealed(value))),
    replace: (values) =>
      database.inTransaction([name], async () => {
        await table.clear()
        for (const value of values) await table.put(await sealed(value))
      }),
    remove: (key) => inOrder(() => table.delete(key)),
    atomically: (work, others = []) => database.inTransaction([name, ...others], work),
    watch(listener) {
      let latest: object | null = null
      const tell = async (records: unknown[]) => {
        const mine = (latest = {})
        const { good, bad } = await sort(records)
        if (latest !== mine) return
        listener(good)
        if (bad.length > 0) await list()
      }
      // A live query may only read, and only the database.
      const subscription = Dexie.liveQuery(() => table.toArray()).subscribe({
        next: (records) => void tell(records).catch(() => {}),
      })
      return () => {
        latest = null
        subscription.unsubscribe()
      }
    },
  }
}

class NotSealed extends Error {
  override readonly name = 'NotSealed'
}

function describeUnopened(error: unknown): string | undefined {
  if (error instanceof NotSealed) return 'It is not sealed.'
  // WebCrypto's error for a text of another key, table or id.
  return error instanceof Error && error.name === 'OperationError' ? 'Your key does not open it.' : undefined
}

interface Bad {
  record: unknown
  reason: string
}

async function quarantine(database: DeviceDatabase, name: TableName, bad: readonly Bad[]) {
  const { key } = KEPT[name]
  await database.inTransaction([name], async () => {
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
