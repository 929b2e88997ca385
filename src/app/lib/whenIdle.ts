/** How long the first lull is let go by, in milliseconds: a page that has just appeared is about to ask for its data. */
const SETTLING = 1_000
/** How long the page may be busy before that counts as idle enough, in milliseconds. */
const PATIENCE = 5_000

/** Resolves when the page stands and the browser has nothing better to do. */
export async function whenIdle(): Promise<void> {
  await idle()
  await new Promise((resolve) => setTimeout(resolve, SETTLING))
  await idle()
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback: there, after what is at hand.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
}
