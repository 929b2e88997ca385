/** Milliseconds for a new page to request its data. */
const SETTLING = 1_000
const PATIENCE = 5_000

/** Resolves when the page is idle. */
export async function whenIdle(): Promise<void> {
  await idle()
  await new Promise((resolve) => setTimeout(resolve, SETTLING))
  await idle()
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
}
