import {
  getOrganisationSettings,
  getSessionUser,
  roleSchema,
  type Role,
  type SessionUserWire,
} from '#contract/organisations/session'
import { readOwner } from '#offline/owner'
import { call } from '../api/call'
import { forgetServerState } from '../api/queryClient'
import { withRetries } from '../api/retry'
import { isUnreached, SignedOut } from '../api/errors'
import { drawingAtom } from './filters/area'
import { forgetFiltersAtom } from './filters/selectedFilters'
import { forgetMapViewAtom } from './mapView'
import { signInReasonAtom } from './device/signedOut'
import { appStore, atom, useAtomValue } from './store'

/* A temporary organisation or role (view-as) replaces the person's own. */

export interface Session {
  readonly email: string
  /** The temporary name, else the authentication identifier. */
  readonly organisation: string
  /** In effect. */
  readonly role: Role
  readonly isSuperAdmin: boolean
}

export const ROLE_NAMES: Record<Role, string> = {
  SuperAdmin: 'Super administrator',
  OrganisationAdmin: 'Organisation administrator',
  Viewer: 'Viewer',
}

/** A role in words; unknown ones unchanged. */
export function roleInWords(role: string): string {
  const known = roleSchema.safeParse(role)
  return known.success ? ROLE_NAMES[known.data] : role
}

export const sessionAtom = atom<Session | null>(null)

/** Identifies whose data may be in memory; empty without a session. */
export const ownerKeyAtom = atom((get) => {
  const session = get(sessionAtom)
  return session ? `${session.email} ${session.organisation} ${session.role}` : ''
})

/** Null until the server confirms the person. */
export const erasureCountAtom = atom<number | null>(null)

export const campaignsEnabledAtom = atom<boolean | null>(null)

/** Null: their own. */
export interface ViewedAs {
  readonly organisation: string | null
  readonly role: Role | null
}

export const viewedAsAtom = atom<ViewedAs | null>(null)

/** Maps the server's user to a session. */
export function readSession(user: SessionUserWire): Session {
  const { email, organisation } = readOwner(user)
  const role = user.temporary_role_name ?? user.role_name
  return {
    email,
    organisation,
    role,
    isSuperAdmin: role === 'SuperAdmin',
  }
}

/** The session; requires one. */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom)
  if (!session) throw new Error('Failed to fetch user data')
  return session
}

/** Loads the session. @returns null after a 401 @throws anything else */
export async function loadSession(signal?: AbortSignal): Promise<Session | null> {
  const enabled = loadCampaignsEnabled(signal).catch(() => null)
  try {
    const user = await withRetries(() => call(getSessionUser, { signal }), signal)
    const session = readSession(user)
    await enabled
    appStore.set(viewedAsAtom, readOwner(user).viewedAs)
    appStore.set(erasureCountAtom, user.erasure_count)
    appStore.set(signInReasonAtom, null)
    appStore.set(sessionAtom, session)
    return session
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error
    return null
  }
}

/** Asks whether campaigns are enabled. @throws Error, with its cause */
export async function loadCampaignsEnabled(signal?: AbortSignal): Promise<boolean> {
  try {
    const enabled = await withRetries(() => call(getOrganisationSettings, { signal }), signal)
    appStore.set(campaignsEnabledAtom, enabled)
    return enabled
  } catch (cause) {
    // Unreached, the last answer stands.
    if (!isUnreached(cause)) appStore.set(campaignsEnabledAtom, null)
    throw new Error('Failed to load organisation settings', { cause })
  }
}

const STORAGE_PREFIX = 'doorstep.'

/** Clears the session from this tab. */
export function forgetSession(reason: string | null = null): void {
  appStore.set(sessionAtom, null)
  appStore.set(viewedAsAtom, null)
  appStore.set(erasureCountAtom, null)
  appStore.set(campaignsEnabledAtom, null)
  appStore.set(signInReasonAtom, reason)
  // Atoms outlive the storage.
  appStore.set(forgetFiltersAtom)
  appStore.set(drawingAtom, null)
  appStore.set(forgetMapViewAtom)
  forgetStored()
}

/** Clears server answers and session storage. */
export function forgetStored(): void {
  forgetServerState()
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(key)
  }
}
