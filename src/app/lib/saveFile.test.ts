import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './saveFile'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a file can be read under its address until well after the click, as Safari does', async () => {
  vi.useFakeTimers()
  const revokeObjectURL = vi.fn()
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:file', revokeObjectURL })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  saveFile({ blob: new Blob(['x']), name: 'x.csv' })
  expect(click).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(revokeObjectURL).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:file')
})
