/** An old tab may need deleted code: it reloads once per version, never while somebody types. */
import { reloadWithNewestVersion, RUNNING_VERSION } from './newestVersion'

const RELOADED_KEY = 'doorstep-reloaded-for-part'
const LIMIT = 8_000

let prefetches = 0

/** Recovers from missing code. */
export function recoverFromMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Nobody waits for prefetched code.
    if (prefetches === 0) recover(payload).catch(() => {})
  })
}

/** Prefetches code. @returns undefined if it is missing, without recovering */
export async function prefetchPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  prefetches++
  const part = await load().catch(() => undefined)
  prefetches--
  return part
}

async function recover(error: Error): Promise<void> {
  if (hasReloaded() || isTyping() || !(await isOfAnotherVersion(error)) || isTyping()) return
  // Throws without storage: a reload could loop.
  sessionStorage.setItem(RELOADED_KEY, RUNNING_VERSION)
  await reloadWithNewestVersion()
}

function hasReloaded(): boolean {
  return sessionStorage.getItem(RELOADED_KEY) === RUNNING_VERSION
}

/** A reload would lose typed text. */
function isTyping(): boolean {
  if (window.location.pathname === '/login') return false
  return (
    document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
    document.activeElement?.matches('input, textarea') === true
  )
}

async function isOfAnotherVersion(error: Error): Promise<boolean> {
  const address = /\/assets\/[^\s"']+/.exec(error.message)?.[0]
  if (address !== undefined) {
    // Past the worker's cache.
    const response = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LIMIT) })
    return response.status === 404
  }
  const { fetchNewVersion, isVersionWaiting } = await import('./serviceWorker')
  await fetchNewVersion()
  return isVersionWaiting()
}
