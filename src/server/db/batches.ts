import { setTimeout } from 'node:timers/promises'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result | undefined) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Joins single pieces of work into batches, one after another. A failure reaches all of its batch.
 * @param work gets at most `most` items, as they came within `gatherMs` or while the batch before was under way
 * @returns what `work` gave for the item, undefined where nothing
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>,
  { most, gatherMs }: { readonly most: number; readonly gatherMs: number },
): (item: Item) => Promise<Result | undefined> {
  let waiting: Waiting<Item, Result>[] = []
  let isUnderWay = false

  async function run(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      await setTimeout(gatherMs)
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await work(batch.map(({ item }) => item))
        for (const { item, resolve } of batch) resolve(results.get(item))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isUnderWay = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isUnderWay) void run()
    })
}
