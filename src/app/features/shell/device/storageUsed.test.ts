import { afterEach, expect, test, vi } from 'vitest'
import { formatSize, storageUsed } from './storageUsed'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [0, 'Less than 1 kB'],
  [1_499, '1 kB'],
  [12_300_000, '12.3 MB'],
  [2_040_000_000, '2 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})

test.each([
  ['a browser without it', {}],
  ['a browser that refuses', { storage: { estimate: () => Promise.reject(new Error('no')) } }],
  ['a browser that leaves it out', { storage: { estimate: () => Promise.resolve({}) } }],
])('%s does not say', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await storageUsed()).toBe('This browser does not say')
})
