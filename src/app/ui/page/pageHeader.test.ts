import { afterEach, expect, test, vi } from 'vitest'
import { pageHeader } from './pageHeader'

afterEach(() => vi.unstubAllGlobals())

test('the token follows where the header ends, and goes with it', () => {
  let resize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = changed
      }
      observe = () => resize()
      disconnect = () => {}
    },
  )
  const header = document.createElement('header')
  let bottom = 214
  vi.spyOn(header, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, bottom - 50, 390, 50))
  const token = () => document.documentElement.style.getPropertyValue('--page-header-end')
  const stop = pageHeader(header)
  expect(token()).toBe('214px')
  bottom = -60
  window.dispatchEvent(new Event('scroll'))
  expect(token()).toBe('0px')
  stop?.()
  expect(token()).toBe('')
})
