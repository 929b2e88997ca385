import type { LoadedSnapshot } from './snapshot'

/**
 * What is worked out of a snapshot once, however many ask: it cannot change, because another content has another version.
 * @param limit how many snapshots it is kept for; whoever was first goes first.
 * @returns `make` with a memory. A failure is not remembered.
 */
export function madeOnce<T>(limit: number, make: (snapshot: LoadedSnapshot) => Promise<T>): (snapshot: LoadedSnapshot) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return (snapshot) => {
    const known = kept.get(snapshot.version)
    if (known) return known
    const made = make(snapshot)
    kept.set(snapshot.version, made)
    made.catch(() => kept.delete(snapshot.version))
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
    return made
  }
}
