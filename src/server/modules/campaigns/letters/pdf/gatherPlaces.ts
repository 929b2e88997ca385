import type { LetterZone } from '#contract/campaigns/letterZones'

/** Ink nearer than this is one place. */
const CELL_MM = 4
/** Places on one page. */
const MOST_PLACES = 8

/** Filled rectangles, near ones merged; from the top. */
export function gatherPlaces(points: Iterable<readonly [x: number, y: number]>): LetterZone[] {
  const cells = new Map<string, LetterZone>()
  const nameCell = (column: number, row: number) => `${column} ${row}`
  for (const [x, y] of points) {
    const key = nameCell(Math.floor(x / CELL_MM), Math.floor(y / CELL_MM))
    cells.set(key, join(cells.get(key), { left: x, right: x, top: y, bottom: y }))
  }
  const places: LetterZone[] = []
  for (const start of [...cells.keys()]) {
    let place: LetterZone | undefined
    const next = [start]
    for (let key = next.pop(); key !== undefined; key = next.pop()) {
      const cell = cells.get(key)
      if (!cell) continue
      cells.delete(key)
      place = join(place, cell)
      const [column = 0, row = 0] = key.split(' ').map(Number)
      for (const across of [-1, 0, 1]) for (const down of [-1, 0, 1]) next.push(nameCell(column + across, row + down))
    }
    if (place) places.push(place)
  }
  return places.toSorted((a, b) => a.top - b.top || a.left - b.left).slice(0, MOST_PLACES)
}

const join = (one: LetterZone | undefined, other: LetterZone): LetterZone =>
  one === undefined
    ? other
    : {
        left: Math.min(one.left, other.left),
        right: Math.max(one.right, other.right),
        top: Math.min(one.top, other.top),
        bottom: Math.max(one.bottom, other.bottom),
      }
