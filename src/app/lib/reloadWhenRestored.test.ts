import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadWhenRestored } from './reloadWhenRestored'

const reload = vi.fn()
const say = (name: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(name), { persisted }))

reloadWhenRestored()
beforeEach(() => {
  reload.mockReset()
  vi.stubGlobal('location', { reload })
})
afterEach(() => vi.unstubAllGlobals())

test('a page from the back/forward cache is hidden, and reloaded', () => {
  say('pagehide', true)
  expect(document.body.hidden).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  say('pageshow', true)
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that goes for good, or comes for the first time, is left alone', () => {
  say('pagehide', false)
  say('pageshow', false)
  expect(document.body.hidden).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
