const TICK = 50
/** Milliseconds without other work. */
const QUIET = 400
const PATIENCE = 6_000

/** Resolves once the page has been idle for a while, at the latest after six seconds. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const begun = performance.now()
    let quietSince = begun
    let last = begun
    const timer = setInterval(() => {
      const now = performance.now()
      // A late tick waited for something else.
      if (now - last > 2 * TICK) quietSince = now
      last = now
      if (now - quietSince < QUIET && now - begun < PATIENCE) return
      clearInterval(timer)
      resolve()
    }, TICK)
  })
}
