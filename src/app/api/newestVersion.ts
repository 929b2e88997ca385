/*
 * Getting from an old version to the newest. A plain reload is not enough: the worker in charge answers it with the
 * version that it holds. The door to the worker is loaded when it is needed: the login page stays light.
 */

/** Takes up the newest version that can be had, and begins the page anew with it. */
export async function reloadWithNewestVersion(): Promise<void> {
  try {
    const { fetchNewVersion, takeWaitingVersion } = await import('./serviceWorker')
    await fetchNewVersion()
    await takeWaitingVersion()
  } catch {
    // Not to be had: the page begins anew with what there is.
  }
  window.location.reload()
}

/** The server spoke in a way that this version does not know: a newer one is looked for, and asks as always. */
export function lookForNewerVersion(): void {
  void import('./serviceWorker').then(
    ({ askForUpdate }) => askForUpdate(),
    () => {},
  )
}
