/**
 * A part of the app that cannot be loaded. Policy: after a deploy a tab of the version before may ask for code that the
 * server no longer has. It then takes up the new version and reloads, once; a second time within
 * {@link LOOP_WINDOW} is no matter of versions, and the error screen is shown. Without a line nothing is reloaded.
 */
import { reloadWithNewestVersion } from './newestVersion'

/** In session storage: when this tab last reloaded for a missing part. Milliseconds since 1970. */
const RELOADED_KEY = 'doorstep-reloaded-for-part'
const LOOP_WINDOW = 60_000

/** Begins to recover from parts that are missing. */
export function recoverFromMissingParts(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!hasJustReloaded()) recover().catch(() => {})
  })
}

/** What it takes is loaded here: the login page stays light. Without a line these are missing too, and so be it. */
async function recover(): Promise<void> {
  const { probe } = await import('./probe')
  if (!(await probe())) return
  if (!rememberReload()) return
  await reloadWithNewestVersion()
}

function hasJustReloaded(): boolean {
  try {
    const at = Number(sessionStorage.getItem(RELOADED_KEY))
    return Math.abs(Date.now() - at) < LOOP_WINDOW
  } catch {
    return true
  }
}

/** Without a memory there is no way to tell a loop: then there is no reload either. */
function rememberReload(): boolean {
  try {
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
