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

test('what a loader has fetched is there at once, and is not asked for until it is asked for anew', async () => {
  const load = vi.fn(() => Promise.resolve('new'))
  const { result, rerender } = renderHook(({ asOf }) => useAsked(load, true, { initial: 'fetched', asOf }), { initialProps: { asOf: 1 } })
  expect(result.current).toMatchObject({ state: 'loaded', value: 'fetched' })
  expect(load).not.toHaveBeenCalled()
  await act(async () => rerender({ asOf: 2 }))
  expect(load).toHaveBeenCalledTimes(1)
  expect(result.current).toMatchObject({ state: 'loaded', value: 'new' })
})

test('what is there stays when it cannot be had anew, and says why it may be old', async () => {
  const load = vi.fn(() => Promise.resolve('there'))
  const { result } = renderHook(() => useAsked(load))
  await act(async () => {})
  load.mockRejectedValueOnce(new Error('The records are closed.'))
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ state: 'loaded', value: 'there', problem: 'The records are closed.' })
  load.mockRejectedValueOnce(new Offline())
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ state: 'loaded', problem: null })
})

test('the answer to the question before stays only where that is wanted, and not when the question of now fails', async () => {
  const first = () => Promise.resolve('first')
  const never = () => new Promise<string>(() => {})
  const refused = () => Promise.reject<string>(new Error('No.'))
  const open = (keepsFormer: boolean) =>
    renderHook(({ load }) => useAsked(load, true, { keepsFormer }), { initialProps: { load: first } })
  const [keeps, drops] = [open(true), open(false)]
  await act(async () => {})
  for (const { rerender } of [keeps, drops]) rerender({ load: never })
  expect(keeps.result.current).toMatchObject({ state: 'loaded', value: 'first', isFormer: true })
  expect(drops.result.current.state).toBe('loading')
  await act(async () => keeps.rerender({ load: refused }))
  expect(keeps.result.current).toMatchObject({ state: 'failed', message: 'No.' })
})
