import type { LoadedSnapshot } from './snapshot'

const caches: Map<string, unknown>[] = []

/** Forgets what was computed for a version that is deleted. */
export const forgetVersion = (version: string): void => caches.forEach((cache) => cache.delete(version))

/**
 * Caches what is computed from a snapshot, which never changes. Failures are not kept.
 * @param limit the oldest entries are dropped
 */
export function memoizeBySnapshot<T>(
  limit: number,
  compute: (snapshot: LoadedSnapshot) => Promise<T>,
): (snapshot: LoadedSnapshot) => Promise<T> {
  const cache = new Map<string, Promise<T>>()
  caches.push(cache)
  return (snapshot) => {
    const cached = cache.get(snapshot.version)
    if (cached) return cached
    const computing = compute(snapshot)
    cache.set(snapshot.version, computing)
    computing.catch(() => cache.delete(snapshot.version))
    for (const oldest of cache.keys()) {
      if (cache.size <= limit) break
      cache.delete(oldest)
    }
    return computing
  }
}
