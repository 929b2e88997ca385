import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecrets, SecretLost } from './secrets'

const newKey = () => randomBytes(32).toString('base64')
const [first, second] = [newKey(), newKey()]
const withKeys = (...secretKeys: string[]) => createSecrets({ secretKeys, dataFolder: '/nowhere', databaseUrl: 'x' })
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a secret opens where it was sealed, and says nothing of itself meanwhile', () => {
  const sealed = withKeys(first).seal('my secret', 'a')
  expect(sealed).toMatch(/^sealed:[0-9a-f]{8}:[\w-]+$/)
  expect(sealed).not.toBe(withKeys(first).seal('my secret', 'a'))
  expect(withKeys(first).open(sealed, 'a')).toBe('my secret')
  expect(() => withKeys(first).open(sealed, 'b')).toThrow(SecretLost)
  expect(() => withKeys(second).open(sealed, 'a')).toThrow(SecretLost)
  expect(() => withKeys(first).open(sealed.slice(0, -4), 'a')).toThrow(SecretLost)
})

test('the first key seals, and those before still open', () => {
  const before = withKeys(first).seal('my secret', 'a')
  const rotated = withKeys(second, first)
  expect(rotated.open(before, 'a')).toBe('my secret')
  expect([rotated.isOutdated(before), rotated.isOutdated(rotated.seal('x', 'a')), rotated.isOutdated('plain')]).toEqual(
    [true, false, true],
  )
})

test('what was never sealed does not open', () => {
  expect(() => withKeys(first).open('plain', 'a')).toThrow(SecretLost)
})

test('on PostgreSQL nothing is sealed without a key; on the embedded database one is made, for its owner alone', async () => {
  expect(() => withKeys().seal('my secret', 'a')).toThrow('DOORSTEP_SECRET_KEY is not set')
  const embedded = () => createSecrets({ secretKeys: [], dataFolder: folder, databaseUrl: undefined })
  expect(embedded().open(embedded().seal('my secret', 'a'), 'a')).toBe('my secret')
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
})

test('a key of another length is refused at the start', () => {
  expect(() => withKeys('c2hvcnQ=')).toThrow('must be 32 bytes in base64')
})
