import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/organisations/session'
import * as serviceWorker from '../../api/serviceWorker'
import { setOnline } from '../connectivity'
import { sessionAtom } from '../session'
import { appStore } from '../store'
import { keepAppFiles, offlineReadinessAtom } from './appFiles'

test('says whether the device can work offline, and fills gaps at the next connection', async () => {
  vi.spyOn(serviceWorker, 'isWorkerSupported').mockReturnValue(true)
  const keepFiles = vi.spyOn(serviceWorker, 'keepFiles').mockResolvedValueOnce(['assets/map.js'])
  keepAppFiles()
  expect(appStore.get(offlineReadinessAtom)).toEqual({ isReady: false, words: 'Getting ready to work offline…' })
  await vi.waitFor(() =>
    expect(appStore.get(offlineReadinessAtom).words).toContain(
      '1 file could not be kept (assets/map.js). Something in your network may block them.',
    ),
  )
  keepFiles.mockResolvedValue([])
  setOnline(false)
  setOnline(true)
  await vi.waitFor(() => expect(appStore.get(offlineReadinessAtom).isReady).toBe(true))
})

test('asks again what the role in effect needs, and passes over an answer for the one before', async () => {
  vi.spyOn(serviceWorker, 'isWorkerSupported').mockReturnValue(true)
  const answers = new Map<string | undefined, (missing: string[]) => void>()
  vi.spyOn(serviceWorker, 'keepFiles').mockImplementation(
    (role) => new Promise<string[]>((resolve) => answers.set(role, resolve)),
  )
  const become = (role: Role) =>
    appStore.set(sessionAtom, { email: 'a@b.example', organisation: 'b', role, isSuperAdmin: role === 'SuperAdmin' })
  become('SuperAdmin')
  keepAppFiles()
  become('Viewer')
  answers.get('Viewer')?.([])
  await vi.waitFor(() => expect(appStore.get(offlineReadinessAtom).isReady).toBe(true))
  answers.get('SuperAdmin')?.(['assets/AuditScreen.js'])
  await Promise.resolve()
  expect(appStore.get(offlineReadinessAtom).isReady).toBe(true)
})
