import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords'

test('a password is known again, another is not, and the hash does not show it', async () => {
  const kept = await hashPassword('correct horse')
  expect(kept).not.toContain('correct')
  expect(await verifyPassword('correct horse', kept)).toBe(true)
  expect(await verifyPassword('correct horsf', kept)).toBe(false)
})

test('the same password is kept differently each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test('a password typed on another keyboard is the same password', async () => {
  expect(await verifyPassword('caf\u0065\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test.each([null, undefined, '', 'plain', 'scrypt$15$8$3$$'])(
  'nothing is the password of somebody who has none: %j',
  async (kept) => {
    expect(await verifyPassword('', kept)).toBe(false)
  },
)
