import { expect, test } from 'vitest'
import { letterFileNameSchema } from './letters'

test('no name is taken that is too long for a file system, of letters of three bytes as of one', () => {
  const named = (name: string) => letterFileNameSchema.safeParse(`${name}.docx`)
  expect(named('…'.repeat(75)).success).toBe(true)
  // 86 of them would be the 255 bytes that a name may have.
  expect(named('…'.repeat(76)).error?.issues[0]?.message).toBe(
    'The name of the file is longer than 80 characters. Rename it.',
  )
})
