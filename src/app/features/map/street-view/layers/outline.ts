import type { WardFeature } from '#contract/households/map'
import { boundsOfPositions } from '../data/picture'

export type Side = [from: [number, number], to: [number, number]]

/** Sides of only one ward; neighbours share the others. */
export function findOutline(wards: readonly WardFeature[]): Side[] {
  const sides = new Map<string, Side | null>()
  for (const { geometry } of wards) {
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    for (const ring of rings) {
      for (const [index, [longitude, latitude]] of ring.entries()) {
        const before = ring[index - 1]
        if (!before) continue
        const side: Side = [
          [before[0], before[1]],
          [longitude, latitude],
        ]
        const key = side.map(String).sort().join(' ')
        sides.set(key, sides.has(key) ? null : side)
      }
    }
  }
  return withoutSpecks([...sides.values()].filter((side) => side !== null))
}

/** Share of the whole extent: smaller closed lines are gaps between wards. */
const LEAST_EXTENT = 0.05

function withoutSpecks(sides: readonly Side[]): Side[] {
  const lines = joined(sides)
  const least = LEAST_EXTENT * computeExtent(sides)
  return lines.filter((line) => computeExtent(line) >= least).flat()
}

function joined(sides: readonly Side[]): Side[][] {
  const at = new Map<string, Side[]>()
  for (const side of sides) for (const place of side) at.set(String(place), [...(at.get(String(place)) ?? []), side])
  const left = new Set(sides)
  const lines: Side[][] = []
  for (const first of sides) {
    if (!left.delete(first)) continue
    const line = [first]
    // It grows while it is walked.
    for (const side of line)
      for (const next of side.flatMap((place) => at.get(String(place)) ?? [])) if (left.delete(next)) line.push(next)
    lines.push(line)
  }
  return lines
}

/** Degrees, the longer of width and height. */
function computeExtent(sides: readonly Side[]): number {
  const box = boundsOfPositions(Float64Array.from(sides.flat(2)), () => true)
  return box ? Math.max(box[2] - box[0], box[3] - box[1]) : 0
}
