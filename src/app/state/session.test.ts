import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queryClient'
import { A_VIEWER, fakeServer } from '../testing/fakeServer'
import {
  campaignsEnabledAtom,
  forgetSession,
  loadCampaignsEnabled,
  loadSession,
  ownerKeyAtom,
  sessionAtom,
  readSession,
} from './session'
import { signInReasonAtom } from './device/signedOut'
import { appStore } from './store'

afterEach(() => forgetSession())

test('organisation and role are their own', () => {
  expect(readSession(A_VIEWER)).toEqual({
    email: 'viewer@northmere.example',
    organisation: 'northmere',
    role: 'Viewer',
    isSuperAdmin: false,
  })
})

test('a temporary organisation and a temporary role stand before them', () => {
  const viewing = {
    ...A_VIEWER,
    role_name: 'SuperAdmin',
    temporary_organisation_name: 'Cyngor Glanmor',
    temporary_role_name: 'Viewer',
  } as const
  expect(readSession(viewing)).toMatchObject({ organisation: 'Cyngor Glanmor', role: 'Viewer', isSuperAdmin: false })
})

test('a super administrator is one', () => {
  expect(readSession({ ...A_VIEWER, role_name: 'SuperAdmin' }).isSuperAdmin).toBe(true)
})

test('loading keeps who is signed in and what their organisation may use', async () => {
  fakeServer({ '/api/session/user': { json: A_VIEWER }, '/api/organisation-settings': { json: true } })
  await loadSession()
  expect(appStore.get(sessionAtom)?.email).toBe('viewer@northmere.example')
  expect(appStore.get(campaignsEnabledAtom)).toBe(true)
})

test('nobody signed in is nobody', async () => {
  fakeServer({ '/api/session/user': { json: { detail: 'No', code: 'not_signed_in' }, status: 401 } })
  await expect(loadSession()).resolves.toBeNull()
})

test('a network failure is not a 401', async () => {
  fakeServer({ '/api/session/user': { fails: new TypeError('Failed to fetch') } })
  await expect(loadSession()).rejects.toThrow('Doorstep could not be reached')
  expect(appStore.get(signInReasonAtom)).toBeNull()
})

test('a failure of the settings does not keep anyone out, and leaves campaigns unknown', async () => {
  fakeServer({ '/api/session/user': { json: A_VIEWER }, '/api/organisation-settings': { text: '', status: 500 } })
  await expect(loadSession()).resolves.not.toBeNull()
  expect(appStore.get(campaignsEnabledAtom)).toBeNull()
})

test('the settings alone fail with their own words', async () => {
  fakeServer({ '/api/organisation-settings': { text: '', status: 500 } })
  await expect(loadCampaignsEnabled()).rejects.toThrow(/^Failed to load organisation settings$/)
})

test('what lies in memory belongs to a person in one organisation and one role', () => {
  const viewer = {
    email: 'viewer@northmere.example',
    organisation: 'northmere',
    role: 'Viewer',
    isSuperAdmin: false,
  } as const
  const keys = [
    viewer,
    { ...viewer, email: 'other@northmere.example' },
    { ...viewer, organisation: 'glanmor' },
    { ...viewer, role: 'OrganisationAdmin' as const },
    null,
  ].map((session) => {
    appStore.set(sessionAtom, session)
    return appStore.get(ownerKeyAtom)
  })
  expect(new Set(keys).size).toBe(keys.length)
})

test('what the server answered goes with the session, and what is still asked is aborted', async () => {
  let signal: AbortSignal | undefined
  queryClient.setQueryData(['households'], ['H1'])
  queryClient
    .query({ queryKey: ['slow'], queryFn: (context) => new Promise(() => (signal = context.signal)) })
    .catch(() => {})
  await vi.waitFor(() => expect(signal).toBeDefined())
  forgetSession()
  expect(queryClient.getQueryData(['households'])).toBeUndefined()
  expect(signal?.aborted).toBe(true)
})
