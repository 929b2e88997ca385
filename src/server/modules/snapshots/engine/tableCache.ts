/**
 * A least-recently-used cache of tables in memory, shared by requests. An entry is loaded once however many ask at the
 * same time, and evicted only when unused. When everything is in use the capacity gives way: waiting for another
 * request's export would take minutes.
 */
export interface TableCache<Item> {
  /**
   * Lends the entry of that key until `release`, loading it where it is missing. A failed load is not kept.
   */
  borrow(key: string, size: number, load: () => Promise<Item>): Promise<{ item: Item; release: () => void }>
  /** Keys that are loaded or loading, least recently used first. */
  keys(): string[]
}

interface Entry<Item> {
  readonly size: number
  readonly loading: Promise<Item>
  users: number
}

/**
 * @param capacity of all entries together, in the unit of `borrow`'s `size`.
 * @param drop frees an evicted item; it must not throw.
 */
export function createTableCache<Item>(capacity: number, drop: (item: Item) => Promise<void>): TableCache<Item> {
  // A Map keeps the order of insertion, and each use inserts the entry again: the first is the least recent.
  const entries = new Map<string, Entry<Item>>()

  async function makeRoom(wanted: number): Promise<void> {
    let taken = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0)
    const evicted: Entry<Item>[] = []
    for (const [key, entry] of entries) {
      if (taken + wanted <= capacity) break
      if (entry.users > 0) continue
      entries.delete(key)
      evicted.push(entry)
      taken -= entry.size
    }
    await Promise.all(evicted.map(async (entry) => drop(await entry.loading)))
  }

  return {
    async borrow(key, size, load) {
      const found = entries.get(key)
      const entry: Entry<Item> = found ?? {
        size,
        users: 0,
        loading: makeRoom(size).then(load),
      }
      entry.users += 1
      entries.delete(key)
      entries.set(key, entry)
      let held = true
      const release = () => {
        if (!held) return
        held = false
        entry.users -= 1
        // What was loaded over the capacity while everything was in use leaves as soon as it can.
        if (entry.users === 0) void makeRoom(0)
      }
      try {
        return { item: await entry.loading, release }
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        release()
        throw error
      }
    },
    keys: () => [...entries.keys()],
  }
}
