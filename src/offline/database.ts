/**
 * The device's database of one owner (see owner.ts): its tables, its versions, and how it goes.
 *
 * A change of what is stored is a new `version(…)` below the last, with an `upgrade` for the records
 * that are there; the versions before stay as they are. database.test.ts opens each earlier one.
 */
import Dexie, { type Table } from 'dexie'
import { z } from 'zod'
import { DATABASE_PREFIX } from './owner'

/** Tables of records with an `id`, of shapes that are only believed once parsed (see shelf.ts). */
export const TABLES = ['templates', 'drafts', 'queue', 'kept'] as const
export type TableName = (typeof TABLES)[number]

/** A record that could not be read, kept as it was so that nothing is lost in silence. Itself parsed when read. */
export const setAsideSchema = z.object({
  id: z.number(),
  table: z.string().catch(''),
  record: z.unknown(),
  reason: z.string().catch(''),
  setAsideAt: z.iso.datetime().catch(''),
})
export type SetAsideRecord = z.output<typeof setAsideSchema>

export interface DeviceDatabase {
  readonly name: string
  table(name: TableName): Table<unknown, string | number>
  readonly setAside: Table<unknown, number, Omit<SetAsideRecord, 'id'>>
  /** Runs the work in one transaction over a table and what is set aside. */
  inTransaction<Result>(table: TableName, work: () => Promise<Result>): Promise<Result>
  close(): void
}

/** The name of the primary key of each table. */
const KEYS: Record<TableName, string> = { templates: 'template_id', drafts: 'id', queue: 'id', kept: 'id' }

/** The key of a record in its table. */
export const keyOf = (table: TableName): string => KEYS[table]

/**
 * Opens, and if need be makes or upgrades, a database. Once closed, by whomever, it stays closed: Dexie would open it
 * again with the next reading, and so bring back what a wipe in another tab removed.
 * @param onLost is told when neither this app nor a wipe has closed it, but the browser by itself.
 * @throws where the browser refuses IndexedDB.
 */
export async function openDatabase(name: string, onLost: () => void = () => {}): Promise<DeviceDatabase> {
  const dexie = new Dexie(name, { autoOpen: false })
  const close = () => {
    dexie.on.close.unsubscribe(onLost)
    dexie.close()
  }
  dexie.on('versionchange', () => {
    close()
    return false
  })
  dexie.version(1).stores({ templates: 'template_id', drafts: 'id', queue: 'id', kept: 'id' })
  dexie
    .version(2)
    .stores({ setAside: '++id' })
    .upgrade(async (tx) => {
      // Version 1 sent each item until it was taken and counted nothing.
      await tx.table('queue').toCollection().modify({ attempts: 0, notBefore: 0 })
    })
  await dexie.open()
  dexie.on('close', onLost)
  const setAside: DeviceDatabase['setAside'] = dexie.table('setAside')
  return {
    name,
    table: (table) => dexie.table(table),
    setAside,
    inTransaction: (table, work) => dexie.transaction('rw', dexie.table(table), setAside, work),
    close,
  }
}

/** The databases of Doorstep on this device, of whomever. */
export async function databaseNames(): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(DATABASE_PREFIX))
}

/** Removes a database. Other tabs that have it open let go of it by themselves. */
export const deleteDatabase = (name: string): Promise<void> => Dexie.delete(name)
