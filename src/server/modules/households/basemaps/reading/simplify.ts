export type LineString = [number, number][]

/** Degrees of latitude. */
const METRE = 0.00001
/** A degree of longitude in degrees of latitude, in the UK. */
const LONGITUDE_SCALE = 0.6

const MAX_SPAN_POINTS = 100

/** Rounds to a metre; drops repeated points and those less than about 2 metres off the line. */
export function simplified(line: LineString, isRing: boolean): LineString {
  const rounded = withoutRepeats(line, 5)
  const result = simplifyLine(rounded, isRing, 2)
  return isRing && result.length < 4 ? rounded : result
}

/** Rounds, and drops points that repeat the one before. */
export function withoutRepeats(line: LineString, decimals: number): LineString {
  return line
    .map(([x, y]): [number, number] => [Number(x.toFixed(decimals)), Number(y.toFixed(decimals))])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1])
}

/** Douglas and Peucker's method. A ring no wider than `metres` keeps fewer than four points. */
export function simplifyLine(line: LineString, isRing: boolean, metres: number): LineString {
  if (line.length <= (isRing ? 4 : 2)) return line
  const tolerance = metres * METRE
  const kept = new Uint8Array(line.length)
  const last = line.length - 1
  // Short spans bound the time for hostile lines; a ring, whose ends meet, needs two.
  const step = Math.min(MAX_SPAN_POINTS, isRing ? Math.ceil(last / 2) : last)
  const open: [number, number][] = []
  for (let from = 0; from < last; from += step) open.push([from, Math.min(from + step, last)])
  for (const [from, to] of open) kept[from] = kept[to] = 1
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let farthest = 0
    let at = -1
    for (let index = from + 1; index < to; index += 1) {
      const distance = squareTo(line[from], line[to], line[index])
      if (distance > farthest) {
        farthest = distance
        at = index
      }
    }
    if (farthest <= tolerance ** 2) continue
    kept[at] = 1
    open.push([from, at], [at, to])
  }
  return line.filter((_, index) => kept[index] === 1)
}

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
