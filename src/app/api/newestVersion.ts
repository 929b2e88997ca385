/* A plain reload gets the worker's version. Imported lazily: the login page stays light. */

/** Reloads with the newest version. */
export async function reloadWithNewestVersion(): Promise<void> {
  try {
    const { fetchNewVersion, takeWaitingVersion } = await import('./serviceWorker')
    await fetchNewVersion()
    await takeWaitingVersion()
  } catch {
    // Reload with the present version.
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

const given: unknown = import.meta.env.DOORSTEP_VERSION

export const RUNNING_VERSION = typeof given === 'string' ? given : 'in development'
