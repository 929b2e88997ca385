import { setTimeout } from 'node:timers/promises'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result | undefined) => void
  readonly reject: (reason: unknown) => void
}

/**
 * One batch at a time. A failure rejects the whole batch.
 * @param work gets up to `most` items, collected within `gatherMs` or during the previous batch
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
