import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '../../testing/fakeServer'
import { campaignsEnabledAtom, forgetSession, sessionOf } from '../../state/session'
import { appStore } from '../../state/store'
import { A_VIEWER } from '../../testing/fakeServer'
import { checkCampaignsAccess } from './campaignsGuard'

const viewer = sessionOf(A_VIEWER)
const superAdmin = sessionOf({ ...A_VIEWER, role_name: 'SuperAdmin' })
const SETTINGS = '/api/organisation-settings'

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

test.each([{ json: false }, { text: '', status: 500 }])('neither keeps a super administrator out', async (answer) => {
  fakeServer({ [SETTINGS]: answer })
  await expect(checkCampaignsAccess(superAdmin)).resolves.toBeUndefined()
})

test.each([
  [true, 'lets in'],
  [false, 'keeps out'],
  [null, 'keeps out'],
] as const)('without a line, what the server said last (%s) %s', async (enabled, what) => {
  appStore.set(campaignsEnabledAtom, enabled)
  fakeServer({ [SETTINGS]: { fails: new TypeError('Failed to fetch') } })
  const entering = checkCampaignsAccess(viewer)
  await (what === 'lets in'
    ? expect(entering).resolves.toBeUndefined()
    : expect(entering).rejects.toThrow('Failed to load organisation settings'))
  expect(appStore.get(campaignsEnabledAtom)).toBe(enabled)
})
