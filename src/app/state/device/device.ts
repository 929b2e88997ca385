/** Runs the ownership machine; nothing else wipes, notifies other tabs or leaves the page. */
import { forgetBasemap } from '#offline/basemap'
import { databaseNames, deleteDatabase } from '#offline/database'
import { TABS_CHANNEL, toTabsSchema, type ToTabs } from '#offline/messages'
import { wipeOwn, wipeSynced } from '#offline/wipe'
import { abortCalls, LOGOUT_ADDRESS, logoutAddress } from '../../api/endSession'
import { probeAgain } from '../connectivity'
import { rememberLink } from '../returnToLink'
import { forgetStored } from '../session'
import { transition, type Effect, type Navigation, type Ownership, type OwnershipEvent } from './ownership'
import { rememberLogout, whileEndingSession } from './signedOut'
import { closeTables } from './tables'

/** Milliseconds until the page leaves regardless. */
const WIPE_LIMIT = 3_000
/** Longer than a logout on a slow connection. */
const LOGOUT_LIMIT = 60_000
/** Holds a digest. */
const OWNER_KEY = 'doorstep.owner'

let current: Ownership = { state: 'unknown', owner: null }

/** Starts the machine for a document. */
export const startDocument = (): Promise<void> =>
  dispatch({ type: 'started', owner: sessionStorage.getItem(OWNER_KEY) })

/** Runs an event's effects; a reload never resolves. */
export async function dispatch(event: OwnershipEvent): Promise<void> {
  const { next, effects } = transition(current, event)
  current = next
  const owner = 'owner' in event ? event.owner : null
  let done: Promise<unknown> = Promise.resolve()
  for (const effect of effects) {
    if (isNavigation(effect)) return navigate(effect, done)
    done = Promise.all([done, perform(effect, owner)])
  }
  await done
}

const ADDRESSES = {
  'go home': '/',
  'go to login': '/login',
  'go to session ended': '/login?error=session_ended',
  'go to logout': LOGOUT_ADDRESS,
  reload: '',
} as const satisfies Record<Navigation, string>

const isNavigation = (effect: Effect): effect is Navigation => effect in ADDRESSES

function perform(effect: Exclude<Effect, Navigation>, owner: string | null): unknown {
  switch (effect) {
    case 'broadcast leaving':
      return broadcast({ type: 'left' })
    case 'broadcast owner':
      return broadcast({ type: 'changed', owner })
    case 'forget memory':
      return forgetStored()
    case 'mark tab':
      return markTab(owner)
    case 'close tables':
      return closeTables()
    case 'wipe':
      return wipe(wipeOwn)
    case 'wipe synced':
      return wipe(wipeSynced)
    case 'wipe all':
      return wipe(deleteDatabase)
    case 'abort calls':
      return abortCalls()
    case 'remember logout':
      return rememberLogout()
  }
}

async function navigate(to: Navigation, done: Promise<unknown>): Promise<void> {
  if (to === 'go to logout') return leaveForLogout(done)
  await done
  if (to === 'go to session ended') rememberLink(location.pathname + location.search)
  if (to !== 'reload') return window.location.replace(ADDRESSES[to])
  window.location.reload()
  await new Promise(() => {})
}

/** A navigation, so that the issuer's session ends too. */
const leaveForLogout = (done: Promise<unknown>): Promise<void> =>
  whileEndingSession(async () => {
    const [isOnline] = await Promise.all([probeAgain(), done])
    window.location.replace(isOnline ? await logoutAddress() : ADDRESSES['go to login'])
    // Other tabs must not end the session first.
    await new Promise((resolve) => setTimeout(resolve, LOGOUT_LIMIT))
  })

function markTab(owner: string | null): void {
  try {
    if (owner !== null) sessionStorage.setItem(OWNER_KEY, owner)
  } catch {
    // Storage is full: the next document forgets the tab's data.
  }
}

async function wipe(wipeOne: (database: string) => Promise<unknown>): Promise<void> {
  const work = databaseNames().then((names) => Promise.allSettled([forgetBasemap(), ...names.map(wipeOne)]))
  await Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, WIPE_LIMIT))])
}

let tabs: BroadcastChannel | undefined

function tabsChannel(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  return (tabs ??= new BroadcastChannel(TABS_CHANNEL))
}

function broadcast(message: ToTabs): void {
  tabsChannel()?.postMessage(message)
}

/** Follows other tabs. */
export function listenToTabs(): void {
  const channel = tabsChannel()
  if (!channel) return
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const message = toTabsSchema.safeParse(event.data)
    if (!message.success) return
    const { data } = message
    void dispatch(data.type === 'left' ? { type: 'other tab left' } : { type: 'other tab changed', owner: data.owner })
  }
}
