import { expect, test, vi } from 'vitest'

test('schemas are made without eval, which the content security policy forbids', async () => {
  vi.resetModules()
  await import('./zodWithoutEval')
  const { z } = await import('zod')
  expect(z.config().jitless).toBe(true)
})
