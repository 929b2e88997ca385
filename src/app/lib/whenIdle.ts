/** How long the page may be busy before that counts as idle enough, in milliseconds. */
const PATIENCE = 5_000

/** Resolves when the browser has nothing better to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback: there, after what is at hand.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
}
