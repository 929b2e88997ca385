import { expect, test } from 'vitest'

// @isolated: zod looks once, as it is loaded.

test('schemas are made without eval, which the content security policy forbids', async () => {
  await import('./zodWithoutEval')
  const { z } = await import('zod')
  expect(z.config().jitless).toBe(true)
})
