/**
 * Leaving no trace. Policy (docs/product.md#the-device): logging out, also without a line, viewing as another and a
 * change of user remove everything that this device keeps of a person: databases, caches, session storage, what the
 * worker holds, and every tab. A 401 removes the same but for what waits to be sent: that is work nobody has been told
 * was lost; it lies under a name that tells nothing, opens for the same person only, and goes when another signs in.
 */
import { deleteUserCaches } from '#offline/caches'
import { databaseNames, deleteDatabase, openDatabase, setAsideSchema, TABLES } from '#offline/database'
import { TABS_CHANNEL, toTabsSchema, type ToTabs } from '#offline/messages'
import { wipeWorker } from '../api/serviceWorker'
import { forgetStored } from './session'
import { closeStorage } from './storage'
import { tabOwner } from './tabOwner'

/** How long leaving may take before the page goes all the same, in milliseconds. */
const LIMIT = 3_000

interface Wipe {
  keepsUnsent?: boolean
  /** What the other tabs are told. */
  tells?: ToTabs
}

/** Removes what the device keeps. Never throws; what a browser refuses to give it had no part in keeping. */
export async function wipeDevice({ keepsUnsent = false, tells = { type: 'left' } }: Wipe = {}): Promise<void> {
  // First of all: a tab that still writes would keep what is removed here.
  tellTabs(tells)
  forgetStored()
  closeStorage()
  const work = Promise.allSettled([wipeDatabases(keepsUnsent), wipeWorker(), wipeCaches()])
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, LIMIT))])
}

async function wipeDatabases(keepsUnsent: boolean): Promise<void> {
  const names = await databaseNames()
  await Promise.all(names.map(keepsUnsent ? wipeButUnsent : deleteDatabase))
}

async function wipeButUnsent(name: string): Promise<void> {
  const database = await openDatabase(name)
  // Also unsent work that could not be read: its person has not seen it yet.
  const isUnsent = (one: unknown) => setAsideSchema.safeParse(one).data?.table === 'queue'
  const isEmpty =
    (await database.table('queue').count()) === 0 && (await database.setAside.filter(isUnsent).count()) === 0
  if (!isEmpty) {
    await Promise.all([
      ...TABLES.filter((table) => table !== 'queue').map((table) => database.table(table).clear()),
      database.setAside.filter((one) => !isUnsent(one)).delete(),
    ])
  }
  database.close()
  if (isEmpty) await deleteDatabase(name)
}

async function wipeCaches(): Promise<void> {
  if ('caches' in globalThis) await deleteUserCaches(caches)
}

/** The one channel of this document: a channel never hears itself, so that who leaves does not follow themselves. */
let tabs: BroadcastChannel | undefined

function tabsChannel(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  return (tabs ??= new BroadcastChannel(TABS_CHANNEL))
}

/** Tells the other tabs, and not this one. */
export function tellTabs(message: ToTabs): void {
  tabsChannel()?.postMessage(message)
}

/** Goes with the person when they leave in another tab, or are another person from there: forgets, and is told what it was. */
export function followTabs(follow: (what: ToTabs['type']) => void): void {
  const channel = tabsChannel()
  if (!channel) return
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const message = toTabsSchema.safeParse(event.data)
    if (!message.success || (message.data.type === 'changed' && [null, message.data.owner].includes(tabOwner()))) return
    forgetStored()
    closeStorage()
    follow(message.data.type)
  }
}
