import { afterEach, describe, expect, it, vi } from 'vitest'
import { isKeyRefused, listenForAuthFailure, loaderState, onAuthFailure } from './googleLoader'

const known = { hasStarted: true, isLoaded: false, hasFailed: false, hasTimedOut: false, isRefused: false }

afterEach(() => {
  delete window.gm_authFailure
})

describe('the maps loader', () => {
  it('has five states', () => {
    expect(loaderState({ ...known, hasStarted: false })).toBe('not loaded')
    expect(loaderState(known)).toBe('loading')
    expect(loaderState({ ...known, isLoaded: true })).toBe('loaded')
    expect(loaderState({ ...known, hasFailed: true })).toBe('failed')
    expect(loaderState({ ...known, isLoaded: true, isRefused: true })).toBe('auth failure')
  })

  it('has failed when the script hangs, and recovers when it comes after all', () => {
    expect(loaderState({ ...known, hasTimedOut: true })).toBe('failed')
    expect(loaderState({ ...known, hasTimedOut: true, isLoaded: true })).toBe('loaded')
  })

  it('hears of a refused key by the name that Google calls', () => {
    const told = vi.fn()
    listenForAuthFailure()
    onAuthFailure(told)
    expect(isKeyRefused()).toBe(false)
    window.gm_authFailure?.()
    expect(told).toHaveBeenCalledTimes(1)
    expect(isKeyRefused()).toBe(true)
  })
})
