/**
 * What this device keeps for the person signed in, and what is wrong with keeping it. Policy
 * (docs/product.md#the-device): one person's data at a time; another's is gone before the first of this one's is
 * written. A browser that keeps nothing (private window, switched off) makes the app forgetful, not unusable, and
 * people are told.
 */
import { databaseNameOf, type Owner } from '#offline/owner'
import {
  databaseNames,
  deleteDatabase,
  openDatabase,
  setAsideSchema,
  type DeviceDatabase,
  type SetAsideRecord,
} from '#offline/database'
import { deleteUserCaches } from '#offline/caches'
import { draftSchema, type Draft } from '#offline/drafts'
import { keptRecordSchema, type Identity, type KeptRecord } from '#offline/kept'
import { queuedItemSchema, type QueuedItem } from '#offline/queuedWork'
import { deviceShelf, memoryShelf, type Shelf } from '#offline/shelf'
import { keptTemplateSchema, type KeptTemplate } from '#offline/templates'
import { appStore, atom, type PrimitiveAtom } from './store'

export interface Shelves {
  /** The database's name, or `null` while everything is in memory only. */
  readonly name: string | null
  readonly templates: Shelf<KeptTemplate>
  readonly drafts: Shelf<Draft>
  readonly queue: Shelf<QueuedItem>
  readonly kept: Shelf<KeptRecord>
  /** What could not be read. */
  readonly setAside: { list(): Promise<SetAsideRecord[]>; remove(id: number): Promise<void> }
}

/** What is wrong with keeping things here, in words; `null` when nothing is. */
export interface StorageProblem {
  readonly kind: 'refused' | 'full' | 'failed' | 'unreadable'
  readonly message: string
}
export const storageProblemAtom = atom<StorageProblem | null>(null)

const REFUSED =
  'This browser does not let Doorstep keep anything, as in a private window. Campaign drafts, and templates ' +
  'made while offline, are lost when this page is closed.'
const FULL =
  'This device has no room left. Your last change is on screen but was not kept: free some space, or remove ' +
  'drafts that you no longer need, then change something to try again.'
const FULL_AT_START =
  'This device has no room left, so that Doorstep cannot keep anything: campaign drafts, and templates made while ' +
  'offline, are lost when this page is closed. Free some space, then reload the page.'
const FAILED = 'This device could not keep your last change. It is still on screen: change something to try again.'
const unreadable = (count: number) =>
  count === 1
    ? 'One record on this device could not be read and was set aside. Everything else is as it was.'
    : `${count} records on this device could not be read and were set aside. Everything else is as it was.`

/** The disk had no room. The problem is already told; thrown so that nobody believes that it was kept. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
  constructor(options?: ErrorOptions) {
    super(FULL, options)
  }
}

let database: DeviceDatabase | null = null
let shelves = inMemory()

/** The shelves in use. */
export const currentShelves = (): Shelves => shelves

/** Whether what is put on a shelf outlives the page. */
export const isKept = (): boolean => shelves.name !== null

/**
 * Opens what the device keeps for this person, and removes what it kept for anybody else. Never throws:
 * without IndexedDB the shelves stay in memory and {@link storageProblemAtom} says so.
 * @returns whether there was something of anybody else's.
 */
export async function openStorage(owner: Owner): Promise<boolean> {
  let hadOthers = false
  try {
    const name = await databaseNameOf(owner)
    if (database?.name === name) return false
    closeStorage()
    hadOthers = await forgetOthers(name)
    await open(name)
  } catch (error) {
    closeStorage()
    await deleteCaches()
    const isFull = isQuotaExceeded(error)
    appStore.set(
      storageProblemAtom,
      isFull ? { kind: 'full', message: FULL_AT_START } : { kind: 'refused', message: REFUSED },
    )
  }
  return hadOthers
}

async function open(name: string): Promise<void> {
  database = await openDatabase(name, () => void openAgain().catch(() => {}))
  switchTo(onDevice(database))
  await checkRecords()
}

/**
 * The browser has closed the database by itself, as one does under an app that waited in the background. What it closed
 * to remove it stays closed. Without success the next change is told not to be kept.
 */
async function openAgain(): Promise<void> {
  const lost = database
  if (lost && (await databaseNames()).includes(lost.name) && database === lost) await open(lost.name)
}

/** Lets go of the database; the shelves are empty and in memory from here. */
export function closeStorage(): void {
  database?.close()
  database = null
  appStore.set(storageProblemAtom, null)
  switchTo(inMemory())
}

/**
 * Opens what the device keeps of the person who was here last, for a start without the server.
 * @returns who that was, or `null` when nobody, or nobody who can be told apart, was.
 */
export async function openLastStorage(): Promise<Identity | null> {
  try {
    for (const name of await databaseNames()) {
      closeStorage()
      await open(name)
      const identity = (await shelves.kept.list()).find((record) => record.id === 'identity')
      // One that was edited by hand does not fit the name that it lies under.
      if (identity && (await databaseNameOf(identity)) === name) return identity
    }
  } catch {
    // Nothing can be kept here, so nobody was.
  }
  closeStorage()
  return null
}

async function forgetOthers(name: string): Promise<boolean> {
  const names = await databaseNames()
  const others = names.filter((other) => other !== name)
  await Promise.all(others.map(deleteDatabase))
  // A catalogue kept without a database of this person's beside it is somebody else's.
  if (others.length > 0 || !names.includes(name)) await deleteCaches()
  return others.length > 0
}

async function deleteCaches(): Promise<void> {
  if ('caches' in globalThis) await deleteUserCaches(caches).catch(() => {})
}

/** Reads everything once, so that what cannot be read is set aside; and tells what is, until somebody discards it. */
async function checkRecords(): Promise<void> {
  await Promise.all([shelves.templates.list(), shelves.drafts.list(), shelves.queue.list(), shelves.kept.list()])
  await tellSetAside(shelves)
}

/** Tells what is set aside, or that nothing is any more. */
export async function tellSetAside({ setAside }: Shelves): Promise<void> {
  const count = (await setAside.list()).length
  if (count > 0) appStore.set(storageProblemAtom, { kind: 'unreadable', message: unreadable(count) })
  else toldToBeOver('unreadable')
}

function toldToBeOver(...kinds: StorageProblem['kind'][]): void {
  const problem = appStore.get(storageProblemAtom)
  if (problem && kinds.includes(problem.kind)) appStore.set(storageProblemAtom, null)
}

function onDevice(opened: DeviceDatabase): Shelves {
  const setAside: Shelves['setAside'] = {
    list: async () => (await opened.setAside.toArray()).map((one) => setAsideSchema.parse(one)),
    remove: (id) => opened.setAside.delete(id),
  }
  const tell = () => void tellSetAside(kept).catch(() => {})
  const kept: Shelves = {
    name: opened.name,
    setAside,
    templates: guarded(deviceShelf(opened, 'templates', keptTemplateSchema, tell)),
    drafts: guarded(deviceShelf(opened, 'drafts', draftSchema, tell)),
    queue: guarded(deviceShelf(opened, 'queue', queuedItemSchema, tell)),
    kept: guarded(deviceShelf(opened, 'kept', keptRecordSchema, tell)),
  }
  return kept
}

function inMemory(): Shelves {
  return {
    name: null,
    templates: memoryShelf((template) => template.template_id),
    drafts: memoryShelf((draft) => draft.id),
    queue: memoryShelf((item) => item.id),
    kept: memoryShelf((record) => record.id),
    setAside: { list: async () => [], remove: async () => {} },
  }
}

/** What could not be kept is told, not swallowed; and told to be over once something could be kept again. */
function guarded<Value>(shelf: Shelf<Value>): Shelf<Value> {
  const keeping = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work()
      toldToBeOver('full', 'failed')
      return result
    } catch (error) {
      if (!isQuotaExceeded(error)) {
        // Where nothing is open any more a wipe has closed it, and nothing was to be kept.
        if (isKept()) appStore.set(storageProblemAtom, { kind: 'failed', message: FAILED })
        throw error
      }
      appStore.set(storageProblemAtom, { kind: 'full', message: FULL })
      throw new StorageFull({ cause: error })
    }
  }
  return {
    ...shelf,
    put: (value) => keeping(() => shelf.put(value)),
    replace: (values) => keeping(() => shelf.replace(values)),
    atomically: (work) => keeping(() => shelf.atomically(work)),
  }
}

/** Dexie wraps what the browser throws, more than once where a transaction was aborted. */
function isQuotaExceeded(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return ('inner' in error && isQuotaExceeded(error.inner)) || ('cause' in error && isQuotaExceeded(error.cause))
}

const watches: { start: () => void; stop: () => void }[] = []

function switchTo(next: Shelves): void {
  watches.forEach((watch) => watch.stop())
  shelves = next
  watches.forEach((watch) => watch.start())
}

/** Keeps an atom as the shelf is, from now on, whichever shelves are in use. */
export function follow<Value>(values: PrimitiveAtom<Value[]>, pick: (shelves: Shelves) => Shelf<Value>): void {
  const watch = {
    stop: () => {},
    start() {
      watch.stop = pick(shelves).watch((next) => appStore.set(values, next))
    },
  }
  watches.push(watch)
  watch.start()
}

let hasAskedToPersist = false

/** Asks the browser not to clear this away when space runs short: once, with the first work worth keeping. */
export function askToPersist(): void {
  if (hasAskedToPersist || !isKept()) return
  hasAskedToPersist = true
  // Only there with https; a refusal changes nothing that anybody could act on.
  if ('storage' in navigator) navigator.storage.persist().catch(() => {})
}
