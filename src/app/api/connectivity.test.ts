import { afterEach, expect, test, vi } from 'vitest'
import { getFilterTemplateValues } from '#contract/templates'
import { setOnline } from '../state/connectivity'
import { fakeServer } from '../testing/fakeServer'
import { call } from './call'
import { Offline } from './errors'
import { withRetries } from './retry'

const VALUES = getFilterTemplateValues.path
const gone = { fails: new TypeError('Failed to fetch') }
const askValues = () => call(getFilterTemplateValues, { body: { template_id: 1 } })

/** The browser's own word on whether there is a network. */
const browserSays = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

afterEach(() => {
  setOnline(true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('while the browser believes that there is no network, nothing goes out but one probe, whatever is asked for', async () => {
  const seen = fakeServer({ [VALUES]: { json: [] }, '/health': gone })
  browserSays(false)
  await Promise.all([1, 2, 3].map(() => expect(askValues()).rejects.toThrow(Offline)))
  expect(seen.map(({ path }) => path)).toEqual(['/health'])
})

test('when the probe finds the server all the same, what was asked for is asked', async () => {
  const seen = fakeServer({ [VALUES]: { json: [] }, '/health': { json: { status: 'ready' } } })
  browserSays(false)
  await expect(askValues()).resolves.toEqual([])
  expect(seen.map(({ path }) => path)).toEqual(['/health', VALUES])
})

test('a call without an answer has the server probed, and none leaves after it, not even the same again', async () => {
  const seen = fakeServer({ [VALUES]: gone, '/health': gone })
  await expect(withRetries(askValues)).rejects.toThrow(Offline)
  await expect(askValues()).rejects.toThrow(Offline)
  expect(seen.map(({ path }) => path)).toEqual([VALUES, '/health'])
})

test('offline nothing is sent', async () => {
  const seen = fakeServer({})
  setOnline(false)
  await expect(askValues()).rejects.toThrow(Offline)
  expect(seen).toEqual([])
})
