import 'fake-indexeddb/auto'
import { act, renderHook } from '../../../../testing/render'
import { afterEach, expect, test, vi } from 'vitest'
import { A_KEY } from '../../../../testing/aKey'
import { storageProblemAtom } from '../../../../state/device/storageProblem'
import { closeTables, deviceTables, openTables } from '../../../../state/device/tables'
import { appStore } from '../../../../state/store'
import { newDraft } from './draft'
import { useDraftWriter } from './useDraft'

const draft = newDraft('55555555-5555-4555-8555-555555555555', new Date('2026-11-20T09:05:00Z'), {
  theme: undefined,
  selectedFilters: {},
})

afterEach(closeTables)

test('a draft is only called kept when the device has its last change, whatever was told and dismissed', async () => {
  await openTables({ email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }, A_KEY)
  const { result } = renderHook(() => useDraftWriter(draft.id))
  const write = (campaignName: string) => act(() => result.current.write(draft, { campaignName }))
  await write('Warm')
  expect(result.current.isKept).toBe(true)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw Object.assign(new Error('Internal error.'), { name: 'UnknownError' })
  })
  await write('Warm homes')
  expect(appStore.get(storageProblemAtom)?.kind).toBe('failed')
  act(() => appStore.set(storageProblemAtom, null))
  expect(result.current.isKept).toBe(false)
  expect(result.current.written?.campaignName).toBe('Warm homes')
  put.mockRestore()
  await write('Warm homes 2')
  expect(result.current.isKept).toBe(true)
  expect(await deviceTables().drafts.list()).toMatchObject([{ campaignName: 'Warm homes 2' }])
})

test('in a browser that keeps nothing no draft is called kept', async () => {
  const { result } = renderHook(() => useDraftWriter(draft.id))
  await act(() => result.current.write(draft, { campaignName: 'Warm' }))
  expect(result.current.isKept).toBe(false)
})
