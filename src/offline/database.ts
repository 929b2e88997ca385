/** Each change of shape is a new `version(…)`, from {@link NEXT_VERSION}. */
import Dexie, { type Table } from 'dexie'
import { z } from 'zod'
import type { TableName } from './kept'
import { DATABASE_PREFIX } from './owner'

export const quarantinedSchema = z.object({
  id: z.number(),
  table: z.string().catch(''),
  record: z.unknown(),
  reason: z.string().catch(''),
  quarantinedAt: z.iso.datetime().catch(''),
})
export type QuarantinedRecord = z.output<typeof quarantinedSchema>

/** When sealed work began to wait, in milliseconds since 1970. */
export const leftSchema = z.object({ id: z.literal('left'), at: z.number() })

/** Lower numbers predate the first release and may be deleted. */
const NEXT_VERSION = 8

export interface DeviceDatabase {
  readonly name: string
  readonly left: Table<z.infer<typeof leftSchema>, string>
  table(name: TableName): Table<unknown, string | number>
  readonly quarantined: Table<unknown, number, Omit<QuarantinedRecord, 'id'>>
  inTransaction<Result>(tables: readonly TableName[], work: () => Promise<Result>): Promise<Result>
  close(): void
  /** Whether a newer version of the app, in another tab, took the database over. */
  isOutdated(): boolean
}

/** Opens or creates the database. Once closed it stays closed: Dexie would restore what another tab wiped. */
export async function openDeviceDatabase(name: string, onLost: () => void = () => {}): Promise<DeviceDatabase> {
  // On disk before it counts as kept: a tablet's battery may die.
  const dexie = new Dexie(name, { autoOpen: false, chromeTransactionDurability: 'strict' })
  const close = () => {
    dexie.on.close.unsubscribe(onLost)
    dexie.close()
  }
  let isOutdated = false
  dexie.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
    isOutdated = newVersion !== null
    close()
    return false
  })
  dexie.version(1).stores({
    templates: 'template_id',
    kept: 'id',
    drafts: 'id',
    texts: 'id',
    queue: 'id',
    rounds: 'id',
    left: 'id',
    quarantined: '++id',
  })
  await dexie.open()
  if (isUnreleased(dexie)) {
    await dexie.delete()
    await dexie.open()
  }
  dexie.on('close', onLost)
  const quarantined: DeviceDatabase['quarantined'] = dexie.table('quarantined')
  return {
    name,
    left: dexie.table('left'),
    table: (table) => dexie.table(table),
    quarantined,
    inTransaction: (tables, work) =>
      dexie.transaction('rw', [...tables.map((table) => dexie.table(table)), quarantined], work),
    close,
    isOutdated: () => isOutdated,
  }
}

/** Dexie multiplies its numbers by ten. */
function isUnreleased(dexie: Dexie): boolean {
  const version = Math.floor(dexie.backendDB().version / 10)
  return version > 1 && version < NEXT_VERSION
}

/** All databases of Doorstep. */
export async function databaseNames(): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(DATABASE_PREFIX))
}

/** Removes a database. */
export const deleteDatabase = (name: string): Promise<void> => Dexie.delete(name)
