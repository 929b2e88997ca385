import { afterEach, expect, test, vi } from 'vitest'
import { onSignedOut } from '../../../api/endSession'
import { fakeServer } from '../../../testing/fakeServer'
import { campaignsEnabledAtom, forgetSession, readSession } from '../../../state/session'
import { appStore } from '../../../state/store'
import { A_VIEWER } from '../../../testing/fakeServer'
import { checkCampaignsAccess } from './campaignsGuard'

const viewer = readSession(A_VIEWER)
const superAdmin = readSession({ ...A_VIEWER, role_name: 'SuperAdmin' })
const SETTINGS = '/api/organisation-settings'

const signedOut = vi.fn()
onSignedOut(signedOut)

afterEach(() => forgetSession())

test('enters when campaigns are enabled', async () => {
  fakeServer({ [SETTINGS]: { json: true } })
  await expect(checkCampaignsAccess(viewer)).resolves.toBeUndefined()
})

test('is kept out when they are not', async () => {
  fakeServer({ [SETTINGS]: { json: false } })
  await expect(checkCampaignsAccess(viewer)).rejects.toThrow(
    /^Organisation does not have campaigns enabled\. Please contact your account manager or email the helpdesk\.$/,
  )
})

test('a failed check keeps out', async () => {
  fakeServer({ [SETTINGS]: { text: '', status: 500 } })
  await expect(checkCampaignsAccess(viewer)).rejects.toThrow(/^Failed to load organisation settings$/)
})

test('a session that ended shows no error on the way to the login', async () => {
  fakeServer({ [SETTINGS]: { json: { detail: 'You are not signed in.', code: 'not_signed_in' }, status: 401 } })
  const settled = vi.fn()
  checkCampaignsAccess(viewer).then(settled, settled)
  await vi.waitFor(() => expect(signedOut).toHaveBeenCalled())
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
})

test.each([{ json: false }, { text: '', status: 500 }])('neither keeps a super administrator out', async (answer) => {
  fakeServer({ [SETTINGS]: answer })
  await expect(checkCampaignsAccess(superAdmin)).resolves.toBeUndefined()
})

test.each([
  [true, 'lets in'],
  [false, 'keeps out'],
  [null, 'keeps out'],
] as const)('offline, what the server said last (%s) %s', async (enabled, what) => {
  appStore.set(campaignsEnabledAtom, enabled)
  fakeServer({ [SETTINGS]: { fails: new TypeError('Failed to fetch') } })
  const entering = checkCampaignsAccess(viewer)
  await (what === 'lets in'
    ? expect(entering).resolves.toBeUndefined()
    : expect(entering).rejects.toThrow('Failed to load organisation settings'))
  expect(appStore.get(campaignsEnabledAtom)).toBe(enabled)
})
