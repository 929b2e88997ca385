import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

/*
 * What is said on console.error or console.warn while a unit test runs is a fault that nobody
 * asserted: the test fails. A test that expects it replaces the method with
 * `vi.spyOn(console, 'error').mockImplementation(() => {})` and asserts the call.
 */
const methods = ['error', 'warn'] as const
const real = { error: console.error, warn: console.warn }
let said: string[] = []

beforeEach(() => {
  said = []
  for (const method of methods) {
    console[method] = (...parts: unknown[]) => {
      said.push(`console.${method}: ${format(...parts)}`)
      real[method](...parts)
    }
  }
})

afterEach(() => {
  for (const method of methods) console[method] = real[method]
  expect(said, 'nothing may be said on console.error or console.warn').toEqual([])
})
