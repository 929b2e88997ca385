/**
 * How the app starts. Policy (docs/product.md#offline): the server says who is signed in. When it cannot be reached,
 * and only then, an identity that it confirmed less than 12 hours ago opens the app read-only; a 401 never does.
 */
import { getSessionUser } from '#contract/session'
import { IDENTITY_MAX_AGE, isFresh, type Identity } from '#offline/kept'
import { databaseNameOf } from '#offline/owner'
import { call } from '../api/call'
import { isUnreached, messageOf, NetworkFailure, SignedOut } from '../api/errors'
import { withRetries } from '../api/retry'
import { wipeWorker } from '../api/serviceWorker'
import { probeNow, setOnline } from './online'
import { endPendingSession } from './pendingLogout'
import {
  campaignsEnabledAtom,
  forgetSession,
  forgetStored,
  loadCampaignsEnabled,
  loadSession,
  sessionAtom,
  sessionOf,
  viewedAsAtom,
  type Session,
} from './session'
import { currentShelves, openLastStorage, openStorage } from './storage'
import { signInReasonAtom } from './signInReason'
import { appStore } from './store'
import { tabOwner, takeTab } from './tabOwner'
import { tellTabs, wipeDevice } from './wipe'

/** How long a start waits for the server when it could open without it, in milliseconds. */
const START_LIMIT = 8_000

/** Finds out who is here, and opens what the device keeps for them. @returns `null`: to /login. */
export async function startSession(signal: AbortSignal): Promise<Session | null> {
  if (!(await endPendingSession())) return null
  try {
    const session = await loadSession(AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]))
    if (session) {
      await welcome(session)
    } else {
      forgetSession('Failed to fetch user data')
      await wipeDevice({ keepsUnsent: true })
    }
    return session
  } catch (error) {
    if (signal.aborted) throw error
    const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isTooSlow && !isUnreached(error)) throw error
    return openOffline(isTooSlow ? new NetworkFailure(undefined, { cause: error }) : error)
  }
}

async function welcome(session: Session): Promise<void> {
  const viewedAs = appStore.get(viewedAsAtom)
  const owner = { ...session, viewedAs }
  const name = await databaseNameOf(owner)
  // First of all: the tabs of anybody else let go of what is theirs.
  tellTabs({ type: 'changed', owner: name })
  const hadOthers = await openStorage(owner)
  await rememberIdentity(session)
  await settleIn(name, hadOthers)
}

/**
 * Makes the tab the owner's. Where it was, or the device held something of, anybody else, the document begins anew: what
 * it has read already may be theirs (the selection) or have come from the worker for them (the filter catalogue).
 */
async function settleIn(owner: string, hadOthers: boolean): Promise<void> {
  const isAnothers = hadOthers || (tabOwner() ?? owner) !== owner
  if (isAnothers) forgetStored()
  takeTab(owner)
  if (!isAnothers) return
  await wipeWorker()
  window.location.reload()
  await new Promise(() => {})
}

/** Notes that the server has just confirmed this person. */
async function rememberIdentity({ email, organisation, role, isSuperAdmin }: Session): Promise<void> {
  const campaignsEnabled = appStore.get(campaignsEnabledAtom)
  const viewedAs = appStore.get(viewedAsAtom)
  const owner = { email, organisation, role, isSuperAdmin }
  const identity: Identity = { id: 'identity', ...owner, campaignsEnabled, viewedAs, confirmedAt: Date.now() }
  confirmed = { at: identity.confirmedAt, tick: performance.now() }
  // A full disk is told by the storage itself, and is no reason to keep anybody out.
  await currentShelves()
    .kept.put(identity)
    .catch(() => {})
}

async function openOffline(failure: unknown): Promise<Session | null> {
  const identity = await openLastStorage()
  if (!identity || !isFresh(identity, Date.now())) {
    // Nothing to open with. Without a line that is the login page; with one, the error says what failed.
    if (await probeNow()) throw failure
    appStore.set(signInReasonAtom, messageOf(failure))
    return null
  }
  const { email, organisation, role, isSuperAdmin, campaignsEnabled, viewedAs } = identity
  await settleIn(await databaseNameOf(identity), false)
  const session = { email, organisation, role, isSuperAdmin }
  appStore.set(campaignsEnabledAtom, campaignsEnabled)
  appStore.set(viewedAsAtom, viewedAs)
  appStore.set(sessionAtom, session)
  setOnline(false)
  return session
}

/** When the server last confirmed the person on screen to this page: by the device's clock, and by the page's own. */
let confirmed: { at: number; tick: number } | null = null

/** What a page that was offline finds out when the line is back. */
export type Confirmed = 'same' | 'other' | 'signed-out' | 'unknown'

/** Asks the server whether the person on screen is still signed in. */
export async function confirmSession(): Promise<Confirmed> {
  const before = appStore.get(sessionAtom)
  try {
    const session = sessionOf(await withRetries(() => call(getSessionUser)))
    if (session.email !== before?.email || session.organisation !== before.organisation || session.role !== before.role)
      return 'other'
    await loadCampaignsEnabled().catch(() => {})
    await rememberIdentity(session)
    return 'same'
  } catch (error) {
    return error instanceof SignedOut ? 'signed-out' : 'unknown'
  }
}

/**
 * Whether the person on screen may stay without the server; looked at while offline. What the page itself knows counts
 * too: a full disk keeps no identity, and a clock that was set right is no reason to go. The page's own clock alone would
 * not do: it may stand still while the device sleeps.
 */
export async function mayStayOffline(): Promise<boolean> {
  if (confirmed && Math.max(Date.now() - confirmed.at, performance.now() - confirmed.tick) < IDENTITY_MAX_AGE)
    return true
  // Another tab may have been told since.
  const kept = await currentShelves()
    .kept.list()
    .catch(() => [])
  return kept.some((record) => record.id === 'identity' && isFresh(record, Date.now()))
}
