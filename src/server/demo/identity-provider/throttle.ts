/** Wrong passwords for an address in 15 minutes. */
const MAXIMUM_FAILURES = 10
const WINDOW_MS = 15 * 60 * 1000
/** Made-up addresses must not fill memory. */
const MAXIMUM_ADDRESSES = 10_000

export interface Throttle {
  mustWait(email: string): boolean
  countFailure(email: string): void
}

/** Counts failures in this process. */
export function createThrottle(now: () => number = Date.now): Throttle {
  const failures = new Map<string, { count: number; until: number }>()
  const current = (email: string) => {
    const found = failures.get(email.toLowerCase())
    return found && found.until > now() ? found : undefined
  }
  return {
    mustWait: (email) => (current(email)?.count ?? 0) >= MAXIMUM_FAILURES,
    countFailure(email) {
      const { count, until } = current(email) ?? { count: 0, until: now() + WINDOW_MS }
      const oldest = failures.keys().next()
      if (failures.size >= MAXIMUM_ADDRESSES && !oldest.done) failures.delete(oldest.value)
      failures.set(email.toLowerCase(), { count: count + 1, until })
    },
  }
}
