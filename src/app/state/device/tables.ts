/** The owner's tables, on the device or in memory. */
import {
  databaseNames,
  openDeviceDatabase,
  quarantinedSchema,
  type DeviceDatabase,
  type QuarantinedRecord,
} from '#offline/database'
import { KEPT, type Identity, type KeptRecord, type TableName } from '#offline/kept'
import { nameDatabase, type DatabaseOwner } from '#offline/owner'
import { isQuotaExceeded } from '#offline/quota'
import { createSeal } from '#offline/seal'
import { databaseTable, memoryTable, type DeviceTable } from '#offline/table'
import { wipeSynced } from '#offline/wipe'
import type { z } from 'zod'
import { formatCount } from '../../lib/counts'
import { appStore, type PrimitiveAtom } from '../store'
import {
  clearProblem,
  FAILED,
  FULL,
  FULL_AT_START,
  NO_KEY,
  OUTDATED,
  KEEPING_REFUSED,
  reportQuarantined,
  StorageFull,
  storageProblemAtom,
} from './storageProblem'

export type DeviceTables = {
  readonly [Name in TableName]: DeviceTable<z.output<(typeof KEPT)[Name]['schema']>>
} & {
  /** Null in memory. */
  readonly name: string | null
  readonly quarantined: { list(): Promise<QuarantinedRecord[]>; remove(id: number): Promise<void> }
}

let database: DeviceDatabase | null = null
let hasKey = false
let identity: Identity | null = null
let tables = inMemory()

/** The tables in use. */
export const deviceTables = (): DeviceTables => tables

/** Whether data outlive the page. */
export const isKeptOnDevice = (): boolean => tables.name !== null && hasKey

/** The record, or null. */
export async function readKept<Id extends KeptRecord['id']>(id: Id): Promise<Extract<KeptRecord, { id: Id }> | null> {
  const isWanted = (record: KeptRecord): record is Extract<KeptRecord, { id: Id }> => record.id === id
  return (await deviceTables().kept.list()).find(isWanted) ?? null
}

/** Stores who is here; null: nobody is to be found at the next start. */
export async function keepIdentity(next: Identity | null): Promise<void> {
  identity = next
  await (next ? tables.kept.put(next) : tables.kept.remove('identity'))
}

let settle = () => {}
const settled = new Promise<void>((resolve) => (settle = resolve))

/** Resolves once the session's tables are open; answers may arrive earlier. */
export const tablesOpened = (): Promise<void> => settled

/**
 * Opens the owner's tables and removes data of others' sessions, except sealed work. Never throws.
 * @param key for drafts and queued changes; without one they stay in memory
 * @returns whether there was data of others' sessions
 */
export async function openTables(owner: DatabaseOwner, key: CryptoKey | null): Promise<boolean> {
  let hadOthers = false
  try {
    const name = await nameDatabase(owner)
    if (database?.name === name && (hasKey || !key)) return false
    closeTables()
    hadOthers = await forgetOthers(name)
    await open(name, key)
    if (key) await tables.kept.put({ id: 'key', key })
    else appStore.set(storageProblemAtom, { kind: 'refused', message: NO_KEY })
  } catch (error) {
    closeTables()
    const isFull = isQuotaExceeded(error)
    appStore.set(
      storageProblemAtom,
      isFull ? { kind: 'full', message: FULL_AT_START } : { kind: 'refused', message: KEEPING_REFUSED },
    )
  } finally {
    settle()
  }
  return hadOthers
}

async function open(name: string, key: CryptoKey | null): Promise<void> {
  database = await openDeviceDatabase(name, () => void reopen(key).catch(() => {}))
  if (key) await database.left.clear()
  hasKey = key !== null
  switchTo(onDevice(database, key))
  await checkRecords()
}

/** Browsers close databases in the background, and "Clear site data" removes them. */
async function reopen(key: CryptoKey | null): Promise<void> {
  const lost = database
  if (!lost) return
  // Chromium never answers what it is asked while it removes. Also hears another tab's logout first.
  await new Promise((resolve) => setTimeout(resolve, LOGOUT_HEARD_AFTER))
  const isThere = await hasRecords(lost.name)
  if (database === lost) await (isThere ? open : writeBack)(lost.name, key)
}

/** While the browser removes it, it may still be listed, and opens empty or not at all. */
async function hasRecords(name: string): Promise<boolean> {
  try {
    if (!(await databaseNames()).includes(name)) return false
    const opened = await openDeviceDatabase(name)
    const count = await opened.table('kept').count()
    opened.close()
    return count > 0
  } catch {
    return false
  }
}

/** Milliseconds. */
const LOGOUT_HEARD_AFTER = 500

async function writeBack(name: string, key: CryptoKey | null): Promise<void> {
  const held = watches.map((watch) => watch.copy())
  const fill = async (next: DeviceTables) => {
    for (const copy of held) await copy.put(next)
  }
  try {
    const opened = await openDeviceDatabase(name, () => void reopen(key).catch(() => {}))
    const next = onDevice(opened, key)
    await fill(next)
    if (key) await next.kept.put({ id: 'key', key })
    if (identity) await next.kept.put(identity)
    database = opened
    switchTo(next)
  } catch {
    const next = inMemory()
    await fill(next)
    switchTo(next)
    const lost = held.flatMap(({ words }) => words ?? [])
    appStore.set(storageProblemAtom, { kind: 'refused', message: describeRemoval(lost) })
  }
}

const describeRemoval = (lost: readonly string[]): string =>
  'The browser has removed what Doorstep kept on this device, and lets it keep nothing new. ' +
  (lost.length === 0
    ? 'Nothing of yours was waiting here.'
    : `Only this page still has ${lost.join(' and ')}: finish and send before you close or reload it.`)

/** Closes the database. */
export function closeTables(): void {
  database?.close()
  database = null
  hasKey = false
  identity = null
  appStore.set(storageProblemAtom, null)
  switchTo(inMemory())
}

/** Opens the last person's tables offline. @returns that person */
export async function openLastTables(): Promise<Identity | null> {
  try {
    for (const name of await databaseNames()) {
      const found = await lastIdentityIn(name)
      if (!found) continue
      closeTables()
      await open(name, found.key)
      identity = found.identity
      settle()
      return found.identity
    }
  } catch {
    // Nothing can be kept here.
  }
  closeTables()
  return null
}

/** An edited identity does not fit its database; without a key nothing opens. */
async function lastIdentityIn(name: string): Promise<{ identity: Identity; key: CryptoKey } | null> {
  const opened = await openDeviceDatabase(name)
  try {
    const records = await databaseTable(opened, 'kept', KEPT.kept.schema).list()
    const identity = records.find((record) => record.id === 'identity')
    const key = records.find((record) => record.id === 'key')?.key
    return identity && key && (await nameDatabase(identity)) === name ? { identity, key } : null
  } finally {
    opened.close()
  }
}

async function forgetOthers(name: string): Promise<boolean> {
  const others = (await databaseNames()).filter((other) => other !== name)
  return (await Promise.all(others.map(wipeSynced))).includes(true)
}

async function checkRecords(): Promise<void> {
  const { templates, kept, drafts, texts, queue } = tables
  await Promise.all([templates, kept, drafts, texts, queue].map((table) => table.list()))
  await reportQuarantined(tables)
}

function onDevice(opened: DeviceDatabase, key: CryptoKey | null): DeviceTables {
  const quarantined: DeviceTables['quarantined'] = {
    list: async () => (await opened.quarantined.toArray()).map((one) => quarantinedSchema.parse(one)),
    remove: (id) => opened.quarantined.delete(id),
  }
  const onQuarantined = () => void reportQuarantined(onDisk).catch(() => {})
  const sealedTable = <Value>(name: TableName, schema: z.ZodType<Value>, keyOf: (value: Value) => string) =>
    key
      ? guarded(databaseTable(opened, name, schema, { onQuarantined, seal: createSeal(key, name) }))
      : memoryTable(keyOf)
  const onDisk: DeviceTables = {
    name: opened.name,
    quarantined,
    templates: guarded(databaseTable(opened, 'templates', KEPT.templates.schema, { onQuarantined })),
    drafts: sealedTable('drafts', KEPT.drafts.schema, (draft) => draft.id),
    texts: sealedTable('texts', KEPT.texts.schema, (draft) => draft.id),
    queue: sealedTable('queue', KEPT.queue.schema, (item) => item.id),
    kept: guarded(databaseTable(opened, 'kept', KEPT.kept.schema, { onQuarantined })),
    rounds: sealedTable('rounds', KEPT.rounds.schema, (record) => record.id),
  }
  return onDisk
}

function inMemory(): DeviceTables {
  return {
    name: null,
    templates: memoryTable((template) => template.template_id),
    drafts: memoryTable((draft) => draft.id),
    texts: memoryTable((draft) => draft.id),
    queue: memoryTable((item) => item.id),
    kept: memoryTable((record) => record.id),
    rounds: memoryTable((record) => record.id),
    quarantined: { list: async () => [], remove: async () => {} },
  }
}

function guarded<Value>(table: DeviceTable<Value>): DeviceTable<Value> {
  const keeping = async <Result>(work: () => Promise<Result>, isWriting = true): Promise<Result> => {
    try {
      const result = await work()
      if (isWriting) clearProblem('full', 'failed')
      return result
    } catch (error) {
      if (!isQuotaExceeded(error)) {
        const isOutdated = database?.isOutdated() === true
        // A wipe leaves nothing to keep.
        if (isKeptOnDevice())
          appStore.set(storageProblemAtom, { kind: 'failed', message: isOutdated ? OUTDATED : FAILED })
        throw isOutdated ? new Error(OUTDATED, { cause: error }) : error
      }
      appStore.set(storageProblemAtom, { kind: 'full', message: FULL })
      throw new StorageFull({ cause: error })
    }
  }
  return {
    ...table,
    put: (value) => keeping(() => table.put(value)),
    replace: (values) => keeping(() => table.replace(values), values.length > 0),
    // Reads and deletes work on a full device too.
    atomically: (work, others) => keeping(() => table.atomically(work, others), false),
  }
}

interface Copy {
  /** Names a person's unsent work. */
  readonly words: string | null
  readonly put: (into: DeviceTables) => Promise<void>
}

const watches: { start: () => void; stop: () => void; copy: () => Copy }[] = []

function switchTo(next: DeviceTables): void {
  watches.forEach((watch) => watch.stop())
  tables = next
  watches.forEach((watch) => watch.start())
}

/** Keeps an atom equal to a table. @param noun of one record of unsent work: 'campaign draft' */
export function follow<Value>(
  values: PrimitiveAtom<Value[]>,
  pick: (tables: DeviceTables) => DeviceTable<Value>,
  noun?: string,
): void {
  const watch = {
    stop: () => {},
    copy(): Copy {
      const records = appStore.get(values)
      return {
        words: noun !== undefined && records.length > 0 ? formatCount(records.length, noun) : null,
        put: (into) => pick(into).replace(records),
      }
    },
    start() {
      watch.stop = pick(tables).watch((next) => appStore.set(values, next))
    },
  }
  watches.push(watch)
  watch.start()
}

let hasAskedToPersist = false

/** Asks once for persistent storage. */
export function askToPersist(): void {
  if (hasAskedToPersist || !isKeptOnDevice()) return
  hasAskedToPersist = true
  if ('storage' in navigator) navigator.storage.persist().catch(() => {})
}
