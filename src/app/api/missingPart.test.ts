import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../testing/fakeServer'
import { recoverFromMissingParts } from './missingPart'

const reload = vi.fn()
const miss = () => window.dispatchEvent(new Event('vite:preloadError'))

recoverFromMissingParts()
beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('reloads once for a part that is missing, and not again within a minute', async () => {
  fakeServer({})
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  miss()
  await vi.waitFor(() => expect(sessionStorage.getItem('doorstep-reloaded-for-part')).not.toBeNull())
  expect(reload).toHaveBeenCalledOnce()
})

test('a later version may miss a part again', async () => {
  fakeServer({})
  sessionStorage.setItem('doorstep-reloaded-for-part', String(Date.now() - 61_000))
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('without a line nothing is reloaded, and nothing is noted', async () => {
  const seen = fakeServer({ '/health': { fails: new TypeError('Failed to fetch') } })
  miss()
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).not.toHaveBeenCalled()
  expect(sessionStorage.getItem('doorstep-reloaded-for-part')).toBeNull()
})

test('in a browser without a memory there is no reload: a loop could not be told', async () => {
  const seen = fakeServer({})
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError')
    },
    clear: () => {},
  })
  miss()
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen).toEqual([])
  expect(reload).not.toHaveBeenCalled()
})
