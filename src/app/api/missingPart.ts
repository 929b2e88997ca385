/** Old tabs may need deleted code: reload once per version, never while somebody types. */
import { isPart } from '#offline/parts'
import { reloadWithNewestVersion, RUNNING_VERSION } from './newestVersion'

const RELOADED_KEY = 'doorstep-reloaded-for-part'
const LIMIT = 8_000

/** Failures of prefetches: nobody waits for that code. */
const prefetchErrors: unknown[] = []

/** Recovers from missing code. */
export function recoverFromMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void recover(payload).catch(() => {}))
}

/**
 * Prefetches code by a single `import()`: of several, one that fails later would reload the tab.
 * @returns undefined if missing
 */
export async function prefetchPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  return load().catch((error: unknown) => {
    prefetchErrors.push(error)
    return undefined
  })
}

async function recover(error: Error): Promise<void> {
  if ((await isOfPrefetch(error)) || hasReloaded() || isTyping()) return
  if (!(await isFetchedAnew(error)) && !(await isOfAnotherVersion(error))) return
  if (isTyping()) return
  // Throws without storage: a reload could loop.
  sessionStorage.setItem(RELOADED_KEY, RUNNING_VERSION)
  await reloadWithNewestVersion()
}

/** Vite announces an error before `import()` rejects with it. */
async function isOfPrefetch(error: Error): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve))
  const index = prefetchErrors.indexOf(error)
  // Once: a person's import of the same stylesheet may fail with the same error.
  if (index >= 0) prefetchErrors.splice(index, 1)
  return index >= 0
}

function hasReloaded(): boolean {
  return sessionStorage.getItem(RELOADED_KEY) === RUNNING_VERSION
}

function isTyping(): boolean {
  if (window.location.pathname === '/login') return false
  return (
    document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
    document.activeElement?.matches('input, textarea') === true
  )
}

const addressIn = (error: Error) => /\/assets\/[^\s"']+/.exec(error.message)?.[0]

/** What a filter on the network answered in place of a part is on the device no more, and the part itself is. */
async function isFetchedAnew(error: Error): Promise<boolean> {
  const address = addressIn(error)
  if (!('caches' in window)) return false
  const wrong: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      const kept = pathname.startsWith('/assets/') ? await cache.match(request) : undefined
      if (!kept || (pathname !== address && isPart(pathname, kept))) continue
      await cache.delete(request)
      wrong.push(pathname)
    }
  }
  const answers = wrong.map((path) => fetch(path, { cache: 'reload', signal: AbortSignal.timeout(LIMIT) }))
  const fetched = await Promise.all(answers)
  return fetched.length > 0 && fetched.every((response, at) => isPart(wrong[at] ?? '', response))
}

async function isOfAnotherVersion(error: Error): Promise<boolean> {
  const address = addressIn(error)
  if (address !== undefined) {
    // Past the worker's cache.
    const response = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LIMIT) })
    return response.status === 404
  }
  const { fetchNewVersion, isVersionWaiting } = await import('./serviceWorker')
  await fetchNewVersion()
  return isVersionWaiting()
}
