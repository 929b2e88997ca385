import { isInBackground } from './turns'

/**
 * A started batch takes no more keys: no answer may be older than its question.
 * @param lookUp calls `begin` for its keys once connected
 */
export function createBatchedLookup<Key, Value>(
  lookUp: (begin: () => Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  interface Batch {
    readonly keys: Set<Key>
    hasBegun: boolean
    readonly found: Promise<ReadonlyMap<Key, Value>>
  }
  let last: Batch | undefined

  function start(key: Key): Batch {
    const batch = { keys: new Set([key]), hasBegun: false }
    const found = lookUp(() => {
      batch.hasBegun = true
      return [...batch.keys]
    }).finally(() => {
      // Without a connection `begin` is never called.
      batch.hasBegun = true
    })
    return Object.assign(batch, { found })
  }

  return async (key) => {
    // Requests must not wait at background priority.
    if (isInBackground()) return (await lookUp(() => [key])).get(key)
    if (!last || last.hasBegun) last = start(key)
    last.keys.add(key)
    return (await last.found).get(key)
  }
}
