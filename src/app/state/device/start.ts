/** docs/product.md#offline: the server, or a fresh identity on the device, says who is here. */
import { getSessionUser } from '#contract/session'
import { IDENTITY_MAX_AGE, isFresh, type Identity } from '#offline/kept'
import { databaseNameOf } from '#offline/owner'
import { call } from '../../api/call'
import { isUnreached, messageOf, NetworkFailure, SignedOut } from '../../api/errors'
import { withRetries } from '../../api/retry'
import { onConnectivityChange, onlineAtom, probeNow, setOnline } from '../connectivity'
import {
  campaignsEnabledAtom,
  forgetSession,
  loadCampaignsEnabled,
  loadSession,
  sessionAtom,
  sessionOf,
  viewedAsAtom,
  type Session,
} from '../session'
import { appStore } from '../store'
import { dispatch, startDocument } from './device'
import { finishLogout, signInReasonAtom } from './signedOut'
import { deviceTables, openLastTables, openTables, readKept } from './tables'

/** Milliseconds before a slow server counts as offline. */
const START_LIMIT = 8_000

/** Opens the session and its tables. @returns `null`: to /login. */
export async function startSession(signal: AbortSignal): Promise<Session | null> {
  await startDocument()
  if (!(await finishLogout())) return null
  try {
    const session = await loadSession(AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT)]))
    if (session) {
      await open(session)
    } else {
      forgetSession('Failed to fetch user data')
      await dispatch({ type: 'session ended' })
    }
    return session
  } catch (error) {
    if (signal.aborted) throw error
    const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isTooSlow && !isUnreached(error)) throw error
    return openOffline(isTooSlow ? new NetworkFailure(undefined, { cause: error }) : error)
  }
}

async function open(session: Session): Promise<void> {
  const account = { ...session, viewedAs: appStore.get(viewedAsAtom) }
  const owner = await databaseNameOf(account)
  // Before anything of this person is written.
  await dispatch({ type: 'signed in', owner })
  const hadOthers = await openTables(account)
  await rememberIdentity(session)
  await dispatch({ type: 'opened', owner, hadOthers, isConfirmed: true })
}

async function rememberIdentity({ email, organisation, role, isSuperAdmin }: Session): Promise<void> {
  const campaignsEnabled = appStore.get(campaignsEnabledAtom)
  const viewedAs = appStore.get(viewedAsAtom)
  const person = { email, organisation, role, isSuperAdmin }
  const identity: Identity = { id: 'identity', ...person, campaignsEnabled, viewedAs, confirmedAt: Date.now() }
  confirmed = { at: identity.confirmedAt, tick: performance.now() }
  // A full disk keeps nobody out.
  await deviceTables()
    .kept.put(identity)
    .catch(() => {})
}

async function openOffline(failure: unknown): Promise<Session | null> {
  const identity = await openLastTables()
  if (!identity || !isFresh(identity, Date.now())) {
    if (await probeNow()) throw failure
    appStore.set(signInReasonAtom, messageOf(failure))
    return null
  }
  const { email, organisation, role, isSuperAdmin, campaignsEnabled, viewedAs } = identity
  await dispatch({ type: 'opened', owner: await databaseNameOf(identity), hadOthers: false, isConfirmed: false })
  const session = { email, organisation, role, isSuperAdmin }
  appStore.set(campaignsEnabledAtom, campaignsEnabled)
  appStore.set(viewedAsAtom, viewedAs)
  appStore.set(sessionAtom, session)
  setOnline(false)
  return session
}

/** After a 401 during a session. */
export function endSessionHere(): void {
  if (appStore.get(sessionAtom) !== null) void dispatch({ type: 'session ended' })
}

/** Confirms the person after a reconnect; expires after 12 hours offline. */
export function watchSession(): void {
  onConnectivityChange((isOnline) => void (isOnline ? confirmAfterReconnect() : expireWhenTooOld()))
  void expireWhenTooOld()
}

/** Milliseconds. */
const CONFIRM_AGAIN_AFTER = 10_000
let confirmingAgain: ReturnType<typeof setTimeout> | undefined

async function confirmAfterReconnect(): Promise<void> {
  clearTimeout(confirmingAgain)
  if (!appStore.get(onlineAtom)) return
  const found = await confirmSession()
  if (found !== 'unknown') return dispatch({ type: found })
  confirmingAgain = setTimeout(() => void confirmAfterReconnect(), CONFIRM_AGAIN_AFTER)
}

/** Asks whether the same person is still signed in. */
export async function confirmSession(): Promise<'confirmed' | 'replaced' | 'session ended' | 'unknown'> {
  const before = appStore.get(sessionAtom)
  try {
    const session = sessionOf(await withRetries(() => call(getSessionUser)))
    if (session.email !== before?.email || session.organisation !== before.organisation || session.role !== before.role)
      return 'replaced'
    await loadCampaignsEnabled().catch(() => {})
    await rememberIdentity(session)
    return 'confirmed'
  } catch (error) {
    return error instanceof SignedOut ? 'session ended' : 'unknown'
  }
}

const EXPIRY_CHECKED_EVERY = 60_000
let checkingAgain: ReturnType<typeof setTimeout> | undefined

async function expireWhenTooOld(): Promise<void> {
  if (appStore.get(onlineAtom) || appStore.get(sessionAtom) === null) return
  await dispatch({ type: 'disconnected' })
  if (!(await mayStayOffline())) return dispatch({ type: 'expired' })
  clearTimeout(checkingAgain)
  checkingAgain = setTimeout(() => void expireWhenTooOld(), EXPIRY_CHECKED_EVERY)
}

/** By the device's clock, and the page's. */
let confirmed: { at: number; tick: number } | null = null

/** Both clocks count: one may be set back, the other stops in sleep. */
export async function mayStayOffline(): Promise<boolean> {
  if (confirmed && Math.max(Date.now() - confirmed.at, performance.now() - confirmed.tick) < IDENTITY_MAX_AGE)
    return true
  // By another tab.
  const identity = await readKept('identity').catch(() => null)
  return identity !== null && isFresh(identity, Date.now())
}
