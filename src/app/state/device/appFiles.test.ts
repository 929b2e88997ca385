import { expect, test, vi } from 'vitest'
import * as serviceWorker from '../../api/serviceWorker'
import { setOnline } from '../connectivity'
import { appStore } from '../store'
import { keepAppFiles, offlineReadinessAtom } from './appFiles'

test('says whether the device can work offline, and fills gaps at the next connection', async () => {
  vi.spyOn(serviceWorker, 'isWorkerSupported').mockReturnValue(true)
  const keepFiles = vi.spyOn(serviceWorker, 'keepFiles').mockResolvedValueOnce(['assets/map.js'])
  keepAppFiles()
  expect(appStore.get(offlineReadinessAtom)).toEqual({ isReady: false, words: 'Getting ready to work offline…' })
  await vi.waitFor(() =>
    expect(appStore.get(offlineReadinessAtom).words).toContain('1 file could not be kept (assets/map.js)'),
  )
  keepFiles.mockResolvedValue([])
  setOnline(false)
  setOnline(true)
  await vi.waitFor(() => expect(appStore.get(offlineReadinessAtom).isReady).toBe(true))
})
