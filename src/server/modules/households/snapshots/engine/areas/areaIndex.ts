import { listEdges, type Area, type Position } from '#contract/households/area'

/** From its southern end, at longitude `x`. `slope` is degrees east per degree north. */
interface Edge {
  readonly polygon: number
  readonly x: number
  readonly south: number
  readonly north: number
  readonly slope: number
}

/** Between two neighbouring latitudes of corners, where every edge runs from end to end. */
interface Row {
  /** Which edges, from west to east. */
  readonly order: Uint16Array
  /** Whether a place is inside, by how many edges lie west of it; undefined where edges cross by rounding. */
  readonly isInside: Uint8Array | undefined
}

/** Side by side, because a test of an edge is made for each household. */
interface Edges {
  readonly x: Float64Array
  readonly south: Float64Array
  readonly slope: Float64Array
  readonly polygon: Uint16Array
  /** Room for a test of polygons. */
  readonly isOdd: Uint8Array
}

/** Degrees, less than a millimetre: places as near to an edge are tested edge by edge, as rounding decides there. */
const NEAR = 1e-9

/** Degrees: how much edges may cross by rounding. Far below {@link NEAR}, far above the error of a double. */
const ROUNDING = 1e-10

/**
 * Whether a place is inside, by the even-odd rule for each polygon. Edges belong to the area in the west and south.
 * Finds the row and the place between its edges by halving, so that the number of edges costs little.
 */
export function indexArea(area: Area): (longitude: number, latitude: number) => boolean {
  const listed = area.flatMap((rings, polygon) => rings.flatMap(listEdges).flatMap((edge) => makeEdge(edge, polygon)))
  const latitudes = Float64Array.from(new Set(listed.flatMap(({ south, north }) => [south, north]))).sort()
  const edges: Edges = {
    x: Float64Array.from(listed, ({ x }) => x),
    south: Float64Array.from(listed, ({ south }) => south),
    slope: Float64Array.from(listed, ({ slope }) => slope),
    polygon: Uint16Array.from(listed, ({ polygon }) => polygon),
    isOdd: new Uint8Array(area.length),
  }
  const rows = makeRows(listed, edges, latitudes)
  return (longitude, latitude) => {
    let [from, to] = [0, latitudes.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((latitudes[middle] ?? 0) > latitude) to = middle
      else from = middle + 1
    }
    const row = rows[from - 1]
    return row !== undefined && isInRow(edges, row, longitude, latitude)
  }
}

/** Horizontal edges never decide. */
function makeEdge([one, other]: readonly [Position, Position], polygon: number): Edge[] {
  const [[x, south], [u, north]] = one[1] <= other[1] ? [one, other] : [other, one]
  return south === north ? [] : [{ polygon, x, south, north, slope: (u - x) / (north - south) }]
}

function makeRows(listed: readonly Edge[], edges: Edges, latitudes: Float64Array): Row[] {
  const starting = new Map([...latitudes].map((latitude): [number, number[]] => [latitude, []]))
  listed.forEach(({ south }, index) => starting.get(south)?.push(index))
  const isEnding = (index: number, at: number) => (listed[index]?.north ?? at) <= at
  const middles = new Float64Array(listed.length)
  let running: number[] = []
  return Array.from(latitudes.subarray(0, -1), (south, row) => {
    const north = latitudes[row + 1] ?? south
    running = running.filter((index) => !isEnding(index, south)).concat(starting.get(south) ?? [])
    for (const index of running) middles[index] = longitudeAt(edges, index, south + (north - south) / 2)
    // Those that go on are in order already.
    running.sort((one, other) => (middles[one] ?? 0) - (middles[other] ?? 0))
    const order = Uint16Array.of(...running)
    const isOrdered = isInOrder(edges, order, south) && isInOrder(edges, order, north)
    return { order, isInside: isOrdered ? insideBetween(edges, order) : undefined }
  })
}

/** Where an edge is at a latitude. */
const longitudeAt = ({ x, south, slope }: Edges, index: number, latitude: number) =>
  (x[index] ?? 0) + (latitude - (south[index] ?? 0)) * (slope[index] ?? 0)

function isInOrder(edges: Edges, order: Uint16Array, latitude: number): boolean {
  let easternmost = Number.NEGATIVE_INFINITY
  for (const index of order) {
    const at = longitudeAt(edges, index, latitude)
    if (!(at >= easternmost - ROUNDING)) return false
    easternmost = Math.max(easternmost, at)
  }
  return true
}

/** For each number of edges in the west; those in the east count. */
function insideBetween({ polygon, isOdd }: Edges, order: Uint16Array): Uint8Array {
  isOdd.fill(0)
  let odd = 0
  const isInside = new Uint8Array(order.length + 1)
  for (let place = order.length - 1; place >= 0; place--) {
    odd += turn(isOdd, polygon[order[place] ?? 0] ?? 0)
    isInside[place] = odd > 0 ? 1 : 0
  }
  return isInside
}

/** @returns how many more are odd now */
function turn(isOdd: Uint8Array, polygon: number): number {
  const now = 1 - (isOdd[polygon] ?? 0)
  isOdd[polygon] = now
  return now === 1 ? 1 : -1
}

function isInRow(edges: Edges, { order, isInside }: Row, longitude: number, latitude: number): boolean {
  if (!isInside) return isInsideByEach(edges, order, longitude, latitude)
  let [from, to] = [0, order.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (longitudeAt(edges, order[middle] ?? 0, latitude) >= longitude - NEAR) to = middle
    else from = middle + 1
  }
  const isNear = from < order.length && longitudeAt(edges, order[from] ?? 0, latitude) <= longitude + NEAR
  return isNear ? isInsideByEach(edges, order, longitude, latitude) : isInside[from] === 1
}

function isInsideByEach(edges: Edges, order: Uint16Array, longitude: number, latitude: number): boolean {
  edges.isOdd.fill(0)
  let odd = 0
  for (const index of order) {
    if (longitude < longitudeAt(edges, index, latitude)) odd += turn(edges.isOdd, edges.polygon[index] ?? 0)
  }
  return odd > 0
}
