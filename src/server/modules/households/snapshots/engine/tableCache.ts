/** An LRU cache that evicts only unused tables. It may exceed its capacity. */
export interface TableCache<Item> {
  borrow(key: string, size: number, load: () => Promise<Item>): Promise<{ item: Item; release: () => void }>
  forget(prefix: string): Promise<void>
  keys(): string[]
  /** In the unit of `size`. */
  taken(): number
}

interface Entry<Item> {
  readonly size: number
  readonly loading: Promise<Item>
  users: number
}

/**
 * @param capacity in the unit of `size`
 * @param drop must not throw
 */
export function createTableCache<Item>(capacity: number, drop: (item: Item) => Promise<void>): TableCache<Item> {
  // In order of use: borrowing reinserts.
  const entries = new Map<string, Entry<Item>>()

  const sum = () => [...entries.values()].reduce((total, { size }) => total + size, 0)

  async function makeRoom(wanted: number): Promise<void> {
    let taken = sum()
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
    async forget(prefix) {
      const gone = [...entries].filter(([key, { users }]) => users === 0 && key.startsWith(prefix))
      for (const [key] of gone) entries.delete(key)
      await Promise.all(gone.map(async ([, { loading }]) => drop(await loading)))
    },
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
    taken: sum,
  }
}
