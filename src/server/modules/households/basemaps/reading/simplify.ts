export type LineString = [number, number][]

const DECIMALS = 5
/** Degrees of latitude, some 2 metres. */
const TOLERANCE = 0.00002
/** A degree of longitude in degrees of latitude, in the UK. */
const LONGITUDE_SCALE = 0.6

const MAX_SPAN_POINTS = 100

/** Rounds to a metre, and drops repeated points and those that Douglas and Peucker's method leaves out. */
export function simplified(line: LineString, isRing: boolean): LineString {
  const rounded = line
    .map(([x, y]): [number, number] => [round(x), round(y)])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1])
  if (rounded.length <= (isRing ? 4 : 2)) return rounded
  const kept = new Uint8Array(rounded.length)
  const last = rounded.length - 1
  // Short spans bound the time for hostile lines; a ring, whose ends meet, needs at least two.
  const step = Math.min(MAX_SPAN_POINTS, isRing ? Math.ceil(last / 2) : last)
  const open: [number, number][] = []
  for (let from = 0; from < last; from += step) open.push([from, Math.min(from + step, last)])
  for (const [from, to] of open) kept[from] = kept[to] = 1
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let farthest = 0
    let at = -1
    for (let index = from + 1; index < to; index += 1) {
      const distance = squareTo(rounded[from], rounded[to], rounded[index])
      if (distance > farthest) {
        farthest = distance
        at = index
      }
    }
    if (farthest <= TOLERANCE ** 2) continue
    kept[at] = 1
    open.push([from, at], [at, to])
  }
  const result = rounded.filter((_, index) => kept[index] === 1)
  return isRing && result.length < 4 ? rounded : result
}

const round = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** In square degrees of latitude. */
function squareTo(
  from: LineString[number] = [0, 0],
  to: LineString[number] = [0, 0],
  point: LineString[number] = [0, 0],
): number {
  const [dx, dy] = [(to[0] - from[0]) * LONGITUDE_SCALE, to[1] - from[1]]
  const [px, py] = [(point[0] - from[0]) * LONGITUDE_SCALE, point[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length))
  return (px - along * dx) ** 2 + (py - along * dy) ** 2
}
