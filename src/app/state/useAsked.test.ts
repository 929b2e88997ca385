import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Offline } from '../api/errors'
import { setOnline } from './online'
import { useAsked } from './useAsked'

afterEach(() => act(() => setOnline(true)))

test('what failed without a line is asked for again when the line is back, also before the failure was drawn', async () => {
  const failing = Promise.reject<string>(new Offline())
  const load = vi.fn(() => Promise.resolve('there')).mockReturnValueOnce(failing)
  setOnline(false)
  const { result } = renderHook(() => useAsked(load))
  await act(() => failing.catch(() => setOnline(true)))
  expect(result.current).toMatchObject({ state: 'loaded', value: 'there' })
  expect(load).toHaveBeenCalledTimes(2)
})

test('what is there is not asked for again when the line is back', async () => {
  const load = vi.fn(() => Promise.resolve('there'))
  const { result } = renderHook(() => useAsked(load))
  await act(async () => setOnline(false))
  await act(async () => setOnline(true))
  expect(result.current).toMatchObject({ state: 'loaded', value: 'there' })
  expect(load).toHaveBeenCalledTimes(1)
})
