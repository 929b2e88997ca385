/* A plain reload gets the version that the worker holds. Its door is loaded lazily: the login page stays light. */

/** Reloads with the newest version. */
export async function reloadWithNewestVersion(): Promise<void> {
  try {
    const { fetchNewVersion, takeWaitingVersion } = await import('./serviceWorker')
    await fetchNewVersion()
    await takeWaitingVersion()
  } catch {
    // It cannot be fetched: the page reloads with the version it has.
  }
  window.location.reload()
}

/** Looks for a newer version in the background. */
export function lookForNewerVersion(): void {
  void import('./serviceWorker').then(
    ({ askForUpdate }) => askForUpdate(),
    () => {},
  )
}
