import { expect, test, vi } from 'vitest'
import type { NewerVersion } from '../../api/serviceWorker'
import { appStore } from '../store'
import { isUpdateFailedAtom, postponeUpdate, updateNoticeAtom, watchForUpdates } from './update'

const report = vi.hoisted(() => ({ newer: (_: NewerVersion) => {} }))
vi.mock('../../api/serviceWorker', () => ({
  registerWorker: async (onNewer: (newer: NewerVersion) => void) => void (report.newer = onNewer),
}))

test('after Later the same failure is no news, and a version that came is', async () => {
  await watchForUpdates()
  const shown = () => appStore.get(updateNoticeAtom)
  report.newer('failed')
  expect(shown()).toBe('failed')
  postponeUpdate()
  report.newer('failed')
  expect([shown(), appStore.get(isUpdateFailedAtom)]).toEqual(['none', true])
  report.newer('ready')
  expect([shown(), appStore.get(isUpdateFailedAtom)]).toEqual(['ready', false])
})
