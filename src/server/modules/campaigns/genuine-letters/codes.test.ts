import { randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../../../lib/secrets'
import { createLetterCodes } from './codes'

const newKey = () => randomBytes(32).toString('base64')
const [first, second] = [newKey(), newKey()]
const withKeys = (...secretKeys: string[]) =>
  createLetterCodes(createSecrets({ secretKeys, dataFolder: '/nowhere', databaseUrl: 'x' }))
const codeOf = (codes: ReturnType<typeof withKeys>, reference = 'A-1') =>
  codes.of(7, reference) ?? { code: '', hash: '' }

test('each letter has a code of its own, the same each time, and the records keep no part of it', () => {
  const codes = withKeys(first)
  const { code, hash } = codeOf(codes)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){2}$/)
  expect(codeOf(codes).code).toBe(code)
  const others = Array.from({ length: 500 }, (_, index) => codeOf(codes, `A-${index + 2}`).code)
  expect(new Set([code, codes.of(8, 'A-1')?.code, codeOf(withKeys(second)).code, ...others])).toHaveProperty(
    'size',
    503,
  )
  expect(codes.hashesOf(code)).toEqual([hash])
  expect(codes.hashesOf(hash)).toEqual([])
})

test('a code is read as people write it', () => {
  const codes = withKeys(first)
  const { code, hash } = codeOf(codes)
  const spoken = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(codes.hashesOf(` ${spoken} `)).toEqual([hash])
  for (const wrong of ['', '-', code.slice(1), `${code}7`, `${code.slice(1)}U`, '💩'.repeat(15)])
    expect(codes.hashesOf(wrong)).toEqual([])
})

test('codes outlive a change of the key while the one before is still set', () => {
  const { code, hash } = codeOf(withKeys(first))
  expect(withKeys(second, first).hashesOf(code)).toEqual([hash])
  expect(withKeys(second).hashesOf(code)).toEqual([])
})

test('without a key there are no codes: anybody could make them', () => {
  expect(withKeys().of(7, 'A-1')).toBeUndefined()
})

/** What a million of them would find: docs/decisions/0062-letter-codes.md. */
test('of guesses hardly any come as far as the records', () => {
  const codes = withKeys(first)
  const guess = () => Array.from({ length: 15 }, () => 'ABCDEFGH'.charAt(randomInt(8))).join('')
  const guesses = Array.from({ length: 2_000 }, guess)
  // One of 32,768 is expected to; more than three of 2,000 do once in a million runs.
  expect(guesses.filter((code) => codes.hashesOf(code).length > 0).length).toBeLessThanOrEqual(3)
})
