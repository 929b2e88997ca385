/**
 * What is kept in memory, shared between requests. Policy: an item is loaded once however many ask for it at
 * the same time; it is let go only when no one uses it; when room is needed, the one that was used longest ago
 * goes first. When everything is in use the bound gives way, because a request that waits for another's export
 * would wait for minutes.
 */
export interface Shelf<Item> {
  /**
   * Lends the item of that key, loading it where it is not there. Give it back with `release`, once.
   * A load that fails is forgotten, so that the next one tries again.
   */
  borrow(key: string, size: number, load: () => Promise<Item>): Promise<{ item: Item; release: () => void }>
  /** The keys that are there or being loaded, least recently used first. */
  keys(): string[]
}

interface Place<Item> {
  readonly size: number
  readonly loading: Promise<Item>
  users: number
}

/**
 * @param bound What all items may take together, in the unit of `borrow`'s `size`.
 * @param drop Frees an item that left the shelf; it must not throw.
 */
export function createShelf<Item>(bound: number, drop: (item: Item) => Promise<void>): Shelf<Item> {
  // A Map keeps the order of insertion: an entry is put in anew at each use, so the first is the least recent.
  const places = new Map<string, Place<Item>>()

  async function makeRoom(wanted: number): Promise<void> {
    let taken = [...places.values()].reduce((sum, place) => sum + place.size, 0)
    const leaving: Place<Item>[] = []
    for (const [key, place] of places) {
      if (taken + wanted <= bound) break
      if (place.users > 0) continue
      places.delete(key)
      leaving.push(place)
      taken -= place.size
    }
    await Promise.all(leaving.map(async (place) => drop(await place.loading)))
  }

  return {
    async borrow(key, size, load) {
      const found = places.get(key)
      const place: Place<Item> = found ?? {
        size,
        users: 0,
        loading: makeRoom(size).then(load),
      }
      place.users += 1
      places.delete(key)
      places.set(key, place)
      let held = true
      const release = () => {
        if (!held) return
        held = false
        place.users -= 1
        // What came in over the bound while everything was in use leaves as soon as it can.
        if (place.users === 0) void makeRoom(0)
      }
      try {
        return { item: await place.loading, release }
      } catch (error) {
        if (places.get(key) === place) places.delete(key)
        release()
        throw error
      }
    },
    keys: () => [...places.keys()],
  }
}
