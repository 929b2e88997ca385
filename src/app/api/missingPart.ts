/**
 * A part of the app that cannot be loaded. Policy: after a deploy a tab of the version before may ask for code that the
 * server no longer has. It then takes up the new version and reloads, once for each version: a second time is no matter
 * of versions, and the error screen is shown. A part that only the line failed is no reason, and neither is anything
 * while somebody is typing: no form is reloaded by itself.
 */
import { VERSION } from './version'
import { reloadWithNewestVersion } from './newestVersion'

/** In session storage: the version in which this tab last reloaded for a missing part. */
const RELOADED_KEY = 'doorstep-reloaded-for-part'
/** How long the server may take to say that it has no such file, in milliseconds. */
const LIMIT = 8_000

/** Begins to recover from parts that are missing. */
export function recoverFromMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    recover(payload).catch(() => {})
  })
}

async function recover(error: Error): Promise<void> {
  if (hasReloaded() || isTyping() || !(await isOfAnotherVersion(error)) || isTyping()) return
  // Without a memory there is no way to tell a loop: then it throws, and there is no reload either.
  sessionStorage.setItem(RELOADED_KEY, VERSION)
  await reloadWithNewestVersion()
}

function hasReloaded(): boolean {
  return sessionStorage.getItem(RELOADED_KEY) === VERSION
}

/** What a reload would take away: what stands in a field, or in a dialog. The login page has nothing to lose. */
function isTyping(): boolean {
  if (window.location.pathname === '/login') return false
  return (
    document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
    document.activeElement?.matches('input, textarea') === true
  )
}

/** Whether the server has the file no more; where the browser does not name it, whether there is a newer version. */
async function isOfAnotherVersion(error: Error): Promise<boolean> {
  const address = /\/assets\/[^\s"']+/.exec(error.message)?.[0]
  if (address !== undefined) {
    // Past the worker, which answers for what it keeps.
    const response = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LIMIT) })
    return response.status === 404
  }
  const { fetchNewVersion, isVersionWaiting } = await import('./serviceWorker')
  await fetchNewVersion()
  return isVersionWaiting()
}
