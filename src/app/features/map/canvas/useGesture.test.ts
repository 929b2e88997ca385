import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useGesture } from './useGesture'

it('says that nobody is here until somebody moves, and then for good', () => {
  const { result, unmount } = renderHook(useGesture)
  expect(result.current).toBe(false)
  act(() => void window.dispatchEvent(new Event('pointermove')))
  expect(result.current).toBe(true)
  unmount()
  expect(renderHook(useGesture).result.current).toBe(true)
})
