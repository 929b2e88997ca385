import { getOrganisationSettings, getSessionUser, type Role, type SessionUserWire } from '#contract/session'
import { call } from '../api/call'
import { forgetServerState } from '../api/queryClient'
import { withRetries } from '../api/retry'
import { isUnreached, SignedOut } from '../api/errors'
import { selectedFiltersAtom } from './filters/selectedFilters'
import { signInReasonAtom } from './device/signedOut'
import { appStore, atom, useAtomValue } from './store'

/*
 * Who is signed in, with this rule: a temporary organisation or role (view-as)
 * stands before the person's own.
 */

/** The signed-in person as the app sees them. */
export interface Session {
  readonly email: string
  /** The temporary organisation's name if there is one, otherwise the organisation's authentication identifier. */
  readonly organisation: string
  /** The role in effect: the temporary one if there is one. */
  readonly role: Role
  /** Whether the role in effect is SuperAdmin. */
  readonly isSuperAdmin: boolean
}

/** The roles as people read them. */
export const ROLE_NAMES: Record<Role, string> = {
  SuperAdmin: 'Super administrator',
  OrganisationAdmin: 'Organisation administrator',
  Viewer: 'Viewer',
}

/** `null` until the session is loaded, and after it has ended. */
export const sessionAtom = atom<Session | null>(null)

/** Whose data may lie in memory: the person, in the organisation and the role in view. Empty for nobody. */
export const ownerKeyAtom = atom((get) => {
  const session = get(sessionAtom)
  return session ? `${session.email} ${session.organisation} ${session.role}` : ''
})

/** Whether the organisation has campaigns enabled; `null` while that is not known. */
export const campaignsEnabledAtom = atom<boolean | null>(null)

/** What a super administrator views Doorstep as; null in a part: as their own. */
export interface ViewedAs {
  readonly organisation: string | null
  readonly role: Role | null
}

/** `null` for everyone who sees their own view. */
export const viewedAsAtom = atom<ViewedAs | null>(null)

/** What the wire says is viewed. */
function viewedAsOf({
  temporary_organisation_name: organisation,
  temporary_role_name: role,
}: SessionUserWire): ViewedAs | null {
  return organisation === null && role === null ? null : { organisation, role }
}

/** The session of what the wire says. */
export function sessionOf(user: SessionUserWire): Session {
  const role = user.temporary_role_name ?? user.role_name
  return {
    email: user.email,
    organisation: user.temporary_organisation_name ?? user.organisation_auth_identifier,
    role,
    isSuperAdmin: role === 'SuperAdmin',
  }
}

/** The session, in places that are only shown to someone signed in. */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom)
  if (!session) throw new Error('Failed to fetch user data')
  return session
}

/**
 * Loads who is signed in, and what their organisation may use.
 * @returns the session, or `null` when nobody is signed in.
 * @throws what `call` throws for anything but a 401: a network failure is not a 401.
 */
export async function loadSession(signal?: AbortSignal): Promise<Session | null> {
  const enabled = loadCampaignsEnabled(signal).catch(() => null)
  try {
    const user = await withRetries(() => call(getSessionUser, { signal }), signal)
    const session = sessionOf(user)
    await enabled
    appStore.set(viewedAsAtom, viewedAsOf(user))
    appStore.set(signInReasonAtom, null)
    appStore.set(sessionAtom, session)
    return session
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error
    return null
  }
}

/**
 * Asks whether campaigns are enabled.
 * @throws Error 'Failed to load organisation settings' whatever went wrong, the cause inside.
 */
export async function loadCampaignsEnabled(signal?: AbortSignal): Promise<boolean> {
  try {
    const enabled = await withRetries(() => call(getOrganisationSettings, { signal }), signal)
    appStore.set(campaignsEnabledAtom, enabled)
    return enabled
  } catch (cause) {
    // What the server said last stands while it cannot be asked.
    if (!isUnreached(cause)) appStore.set(campaignsEnabledAtom, null)
    throw new Error('Failed to load organisation settings', { cause })
  }
}

/** Everything of this session that the tab's storage keeps has this prefix. */
const STORAGE_PREFIX = 'doorstep.'

/** Wipes the session from this tab: its atoms and what session storage keeps. */
export function forgetSession(reason: string | null = null): void {
  appStore.set(sessionAtom, null)
  appStore.set(viewedAsAtom, null)
  appStore.set(campaignsEnabledAtom, null)
  appStore.set(signInReasonAtom, reason)
  // What is selected names households and belongs to whoever chose it; the atom outlives the storage cleared below.
  appStore.set(selectedFiltersAtom, {})
  forgetStored()
}

/** Wipes the server's answers from memory, and what session storage keeps; enough where the document is about to go. */
export function forgetStored(): void {
  forgetServerState()
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(key)
  }
}
