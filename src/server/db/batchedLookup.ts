import { isInBackground } from './background'

/**
 * Looks up together the keys that are asked for while the first of them waits for a connection. A lookup that has begun
 * takes no more keys, so that no answer is older than its question.
 * @param lookUp looks up the keys of `begin`, which it calls when it has its connection
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
      // One that gets no connection never begins.
      batch.hasBegun = true
    })
    return Object.assign(batch, { found })
  }

  return async (key) => {
    // A request that joined a background task would wait as long as that.
    if (isInBackground()) return (await lookUp(() => [key])).get(key)
    if (!last || last.hasBegun) last = start(key)
    last.keys.add(key)
    return (await last.found).get(key)
  }
}
