/** docs/product.md#session: a fresh identity opens the app, then the server confirms it. */
import { getDeviceKey } from '#contract/organisations/deviceKeys'
import { getSessionUser } from '#contract/organisations/session'
import { IDENTITY_MAX_AGE, isFresh, type Identity } from '#offline/kept'
import { nameDatabase } from '#offline/owner'
import { importKey } from '#offline/seal'
import { call } from '../../api/call'
import { holdChanges, releaseChanges } from '../../api/confirmation'
import { isUnreached, explainError, SignedOut } from '../../api/errors'
import { withRetries } from '../../api/retry'
import { connectionAtom, onConnectivityChange, onlineAtom, probeNow, setAsking } from '../connectivity'
import {
  campaignsEnabledAtom,
  erasureCountAtom,
  forgetSession,
  loadCampaignsEnabled,
  loadSession,
  sessionAtom,
  readSession,
  viewedAsAtom,
  type Session,
} from '../session'
import { resumeQueue } from '../queue/queue'
import { appStore } from '../store'
import { dispatch, startDocument } from './device'
import { comesFromSignIn, finishLogout, signInReasonAtom } from './signedOut'
import { closeTables, keepIdentity, openLastTables, openTables, readKept } from './tables'

let deviceAnswered = () => {}
const deviceAsked = new Promise<void>((resolve) => (deviceAnswered = resolve))

/** Resolves once it is known whether the device remembers the person; send no request before. */
export const whoIsRemembered = (): Promise<void> => deviceAsked

let sessionStarted = () => {}
const started = new Promise<void>((resolve) => (sessionStarted = resolve))

/** Resolves once signed in; never on the way to the login page. */
export const whenSignedIn = (): Promise<void> => started

/** Opens the remembered session at once, otherwise the server's. @returns null: go to /login */
export async function startSession(signal: AbortSignal): Promise<Session | null> {
  const session = await openSession(signal)
  if (session) sessionStarted()
  return session
}

async function openSession(signal: AbortSignal): Promise<Session | null> {
  await startDocument()
  if (!(await finishLogout())) return null
  const isFromSignIn = comesFromSignIn()
  const remembered = isFromSignIn ? null : await openRemembered()
  deviceAnswered()
  if (remembered) return remembered
  try {
    const key = loadKey(signal)
    const session = await loadSession(signal)
    if (session) {
      await open(session, await key)
    } else {
      forgetSession(isFromSignIn ? 'Failed to fetch user data' : null)
      await dispatch({ type: 'session ended' })
    }
    return session
  } catch (error) {
    if (signal.aborted || !isUnreached(error)) throw error
    if (appStore.get(onlineAtom) && (await probeNow())) throw error
    appStore.set(signInReasonAtom, explainError(error))
    return null
  }
}

async function openRemembered(): Promise<Session | null> {
  const identity = await openLastTables()
  if (!identity || !isFresh(identity, Date.now())) {
    closeTables()
    if (identity) await dispatch({ type: 'expired' })
    return null
  }
  setAsking()
  holdChanges(confirmNow)
  const { email, organisation, role, isSuperAdmin, campaignsEnabled, viewedAs } = identity
  await dispatch({ type: 'opened', owner: await nameDatabase(identity), hadOthers: false })
  const session = { email, organisation, role, isSuperAdmin }
  appStore.set(campaignsEnabledAtom, campaignsEnabled)
  appStore.set(viewedAsAtom, viewedAs)
  appStore.set(signInReasonAtom, null)
  appStore.set(sessionAtom, session)
  return session
}

/** Confirms the remembered person with the server. */
export function confirmRemembered(): void {
  if (appStore.get(connectionAtom) !== 'asking') return
  void probeNow().then((isOnline) => (isOnline ? confirmInBackground() : undefined))
}

async function loadKey(signal: AbortSignal): Promise<CryptoKey | null> {
  try {
    return await importKey((await withRetries(() => call(getDeviceKey, { signal }), signal)).key)
  } catch {
    return null
  }
}

async function open(session: Session, key: CryptoKey | null): Promise<void> {
  const account = { ...session, viewedAs: appStore.get(viewedAsAtom) }
  const owner = await nameDatabase(account)
  // Before anything of this person is written.
  await dispatch({ type: 'signed in', owner })
  const hadOthers = await openTables(account, key)
  await rememberIdentity(session)
  await dispatch({ type: 'opened', owner, hadOthers })
}

async function rememberIdentity({ email, organisation, role, isSuperAdmin }: Session): Promise<void> {
  const campaignsEnabled = appStore.get(campaignsEnabledAtom)
  const viewedAs = appStore.get(viewedAsAtom)
  const person = { email, organisation, role, isSuperAdmin }
  const identity: Identity = { id: 'identity', ...person, campaignsEnabled, viewedAs, confirmedAt: Date.now() }
  confirmed = { at: identity.confirmedAt, tick: performance.now() }
  // A full disk must not prevent the sign-in.
  await keepIdentity(identity).catch(() => {})
}

/** After a 401 during a session. */
export function endSessionHere(): void {
  if (appStore.get(sessionAtom) !== null) void dispatch({ type: 'session ended' })
}

/** Confirms the person after a reconnect; expires after 12 hours offline. */
export function watchSession(): void {
  onConnectivityChange((isOnline) => (isOnline ? confirmInBackground() : void expireWhenTooOld()))
  void expireWhenTooOld()
}

/** Milliseconds. */
const CONFIRM_AGAIN_AFTER = 10_000
let confirmingAgain: ReturnType<typeof setTimeout> | undefined

let confirming: Promise<void> | null = null

/** Confirms the person; concurrent calls share one check. */
function confirmNow(): Promise<void> {
  confirming ??= confirm().finally(() => (confirming = null))
  return confirming
}

async function confirm(): Promise<void> {
  clearTimeout(confirmingAgain)
  try {
    const found = await confirmSession()
    if (found !== 'confirmed') {
      await dispatch({ type: found })
      throw new SignedOut()
    }
    releaseChanges()
    resumeQueue()
  } catch (error) {
    if (appStore.get(onlineAtom) && !(error instanceof SignedOut))
      confirmingAgain = setTimeout(confirmInBackground, CONFIRM_AGAIN_AFTER)
    throw error
  }
}

const confirmInBackground = (): void => void confirmNow().catch(() => {})

/** Whether the same person is still signed in. @throws as `call`, except for a 401 */
export async function confirmSession(): Promise<'confirmed' | 'replaced' | 'session ended'> {
  const before = appStore.get(sessionAtom)
  try {
    const user = await withRetries(() => call(getSessionUser))
    const session = readSession(user)
    if (
      session.email !== before?.email ||
      session.organisation !== before.organisation ||
      session.role !== before.role
    ) {
      // The next document must not open for the same person.
      await keepIdentity(null)
      return 'replaced'
    }
    await loadCampaignsEnabled().catch(() => {})
    await rememberIdentity(session)
    appStore.set(erasureCountAtom, user.erasure_count)
    return 'confirmed'
  } catch (error) {
    if (error instanceof SignedOut) return 'session ended'
    throw error
  }
}

const EXPIRY_CHECKED_EVERY = 60_000
let checkingAgain: ReturnType<typeof setTimeout> | undefined

async function expireWhenTooOld(): Promise<void> {
  if (appStore.get(onlineAtom) || appStore.get(sessionAtom) === null) return
  holdChanges(confirmNow)
  if (!(await mayStayOffline())) return dispatch({ type: 'expired' })
  clearTimeout(checkingAgain)
  checkingAgain = setTimeout(() => void expireWhenTooOld(), EXPIRY_CHECKED_EVERY)
}

/** By the device's clock, and the page's. */
let confirmed: { at: number; tick: number } | null = null

/** Checks both clocks: one may be set back, the other stops in sleep. */
export async function mayStayOffline(): Promise<boolean> {
  if (confirmed && Math.max(Date.now() - confirmed.at, performance.now() - confirmed.tick) < IDENTITY_MAX_AGE)
    return true
  // Confirmed by another tab.
  const identity = await readKept('identity').catch(() => null)
  return identity !== null && isFresh(identity, Date.now())
}
