/**
 * How the app starts. Policy (decision 38): the server says who is signed in. When it cannot be reached, and only
 * then, an identity that it confirmed less than 12 hours ago opens the app read-only; a 401 never does.
 */
import { isFresh, type Identity } from '#offline/kept'
import { isUnreached, messageOf, NetworkFailure, SignedOut } from '../api/errors'
import { probeNow, setOnline } from './online'
import { endPendingSession } from './pendingLogout'
import { campaignsEnabledAtom, loadSession, sessionAtom, viewedAsAtom, type Session } from './session'
import { currentShelves, openLastStorage, openStorage } from './storage'
import { signInReasonAtom } from './signInReason'
import { appStore } from './store'
import { fetchParkedDrafts } from './view'
import { wipeDevice } from './wipe'

/** How long a start waits for the server when it could open without it, in milliseconds. */
const START_LIMIT = 8_000

/** Finds out who is here, and opens what the device keeps for them. @returns `null`: to /login. */
export async function startSession(signal: AbortSignal): Promise<Session | null> {
  if (!(await endPendingSession())) return null
  try {
    const session = await loadSession(AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]))
    if (session) await welcome(session)
    else await wipeDevice({ keepsUnsent: true })
    return session
  } catch (error) {
    if (signal.aborted) throw error
    const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isTooSlow && !isUnreached(error)) throw error
    return openOffline(isTooSlow ? new NetworkFailure(undefined, { cause: error }) : error)
  }
}

async function welcome(session: Session): Promise<void> {
  await openStorage(session)
  await rememberIdentity(session)
  // Only super administrators view as another, and so have drafts that wait for them.
  if (session.isSuperAdmin || appStore.get(viewedAsAtom)) void fetchParkedDrafts()
}

/** Notes that the server has just confirmed this person. */
async function rememberIdentity({ email, organisation, role, isSuperAdmin }: Session): Promise<void> {
  const campaignsEnabled = appStore.get(campaignsEnabledAtom)
  const viewedAs = appStore.get(viewedAsAtom)
  const owner = { email, organisation, role, isSuperAdmin }
  const identity: Identity = { id: 'identity', ...owner, campaignsEnabled, viewedAs, confirmedAt: Date.now() }
  // A full disk is told by the storage itself, and is no reason to keep anybody out.
  await currentShelves().kept.put(identity).catch(() => {})
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
  const session = { email, organisation, role, isSuperAdmin }
  appStore.set(campaignsEnabledAtom, campaignsEnabled)
  appStore.set(viewedAsAtom, viewedAs)
  appStore.set(sessionAtom, session)
  setOnline(false)
  return session
}

/** What a page that was offline finds out when the line is back. */
export type Confirmed = 'same' | 'other' | 'signed-out' | 'unknown'

/** Asks the server whether the person on screen is still signed in. */
export async function confirmSession(): Promise<Confirmed> {
  const before = appStore.get(sessionAtom)
  try {
    const session = await loadSession()
    if (!session) return 'signed-out'
    if (session.email !== before?.email || session.organisation !== before.organisation || session.role !== before.role) return 'other'
    await rememberIdentity(session)
    return 'same'
  } catch (error) {
    return error instanceof SignedOut ? 'signed-out' : 'unknown'
  }
}

/** Whether the person on screen may stay without the server; looked at while offline. */
export async function mayStayOffline(): Promise<boolean> {
  const identity = (await currentShelves().kept.list()).find((record) => record.id === 'identity')
  // A browser that keeps nothing has no identity to grow old: the page alone holds the person.
  return currentShelves().name === null || (identity?.id === 'identity' && isFresh(identity, Date.now()))
}
