import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAction } from './useAction'

test('two presses before the first has shown are one attempt', async () => {
  const { result } = renderHook(useAction)
  const work = vi.fn(async () => {})
  await act(async () => {
    result.current.run(work)
    result.current.run(work)
  })
  expect(work).toHaveBeenCalledOnce()
  await act(async () => result.current.run(work))
  expect(work).toHaveBeenCalledTimes(2)
})

test('what went wrong stands in words until the next attempt', async () => {
  const { result } = renderHook(useAction)
  await act(async () => result.current.run(() => Promise.reject(new Error('The name is taken.'))))
  expect(result.current).toMatchObject({ isPending: false, failure: 'The name is taken.' })
  await act(async () => result.current.run(async () => {}))
  expect(result.current.failure).toBeNull()
})
