import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isKeyRefused, listenForAuthFailure, onAuthFailure } from './googleLoader'

beforeEach(() => {
  delete window.gm_authFailure
})

describe('the maps loader', () => {
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
