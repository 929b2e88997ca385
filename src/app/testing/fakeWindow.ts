import { vi } from 'vitest'

/**
 * For tests: a window of a width in pixels, for `matchMedia` with `min-width` or `max-width`, which jsdom does not have.
 * @returns a function that changes the width and tells who listens.
 */
export function fakeWindowWidth(width: number): (width: number) => void {
  const listeners = new Set<() => void>()
  let current = width
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      const least = /min-width: (\d+)px/.exec(query)?.[1]
      const most = /max-width: (\d+)px/.exec(query)?.[1]
      return (least !== undefined && current >= Number(least)) || (most !== undefined && current <= Number(most))
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  return (next) => {
    current = next
    listeners.forEach((listener) => listener())
  }
}
