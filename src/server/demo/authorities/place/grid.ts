import { at, type Point } from './plane'

/** Finds what lies near a point without looking at everything: buckets of `cell` metres. */
export class Grid<T> {
  readonly #buckets = new Map<number, { point: Point; item: T }[]>()

  constructor(private readonly cell: number) {}

  add(point: Point, item: T): void {
    const key = keyOf(Math.floor(point[0] / this.cell), Math.floor(point[1] / this.cell))
    const bucket = this.#buckets.get(key)
    if (bucket) bucket.push({ point, item })
    else this.#buckets.set(key, [{ point, item }])
  }

  /** Adds every vertex of the line; `item` is made of the vertex's index. */
  addLine(line: readonly Point[], item: (index: number) => T): void {
    for (let index = 0; index < line.length; index++) this.add(at(line, index), item(index))
  }

  /** Whether anything in the buckets within `reach` metres passes; buckets hold a little more, so the caller measures. */
  some(point: Point, reach: number, test: (item: T, point: Point) => boolean): boolean {
    const lowX = Math.floor((point[0] - reach) / this.cell)
    const highX = Math.floor((point[0] + reach) / this.cell)
    const lowY = Math.floor((point[1] - reach) / this.cell)
    const highY = Math.floor((point[1] + reach) / this.cell)
    for (let x = lowX; x <= highX; x++)
      for (let y = lowY; y <= highY; y++) {
        const bucket = this.#buckets.get(keyOf(x, y))
        if (!bucket) continue
        for (const entry of bucket) if (test(entry.item, entry.point)) return true
      }
    return false
  }

  /** Calls `visit` with everything in the buckets within `reach` metres. */
  each(point: Point, reach: number, visit: (item: T, point: Point) => void): void {
    this.some(point, reach, (item, where) => {
      visit(item, where)
      return false
    })
  }
}

/** Planes of up to 4096 buckets either way of zero. */
const keyOf = (x: number, y: number): number => (x + 4096) * 8192 + (y + 4096)
