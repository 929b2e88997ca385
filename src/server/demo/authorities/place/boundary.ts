import type { Plan } from './plan'
import { at, between, distance, noise, type Point } from './plane'
import type { NamedArea } from './terrain'

/** Metres between the vertices of a boundary. */
const STEP = 60

/**
 * Makes straight boundaries wander. The same place always moves the same way, so what was one edge
 * of two wards stays one edge of two wards.
 */
export function wander(point: Point): Point {
  return [
    point[0] + 130 * noise(point, 1500, 71) + 38 * noise(point, 330, 73) + 16 * noise(point, 130, 75),
    point[1] + 130 * noise(point, 1500, 72) + 38 * noise(point, 330, 74) + 16 * noise(point, 130, 76),
  ]
}

/**
 * The straight edge from a to b as it wanders, without its end. Its vertices do not depend on
 * which way it is walked.
 */
export function wanderingEdge(a: Point, b: Point): Point[] {
  const turned = a[0] > b[0] || (a[0] === b[0] && a[1] > b[1])
  const [from, to] = turned ? [b, a] : [a, b]
  const steps = Math.max(1, Math.round(distance(from, to) / STEP))
  const line = Array.from({ length: steps + 1 }, (_, index) => wander(between(from, to, index / steps)))
  return (turned ? line.reverse() : line).slice(0, -1)
}

/** The borough's outline, not closed. */
export function outlineOf(plan: Plan): Point[] {
  return plan.boundary.flatMap((corner, index) =>
    wanderingEdge(corner, at(plan.boundary, (index + 1) % plan.boundary.length)),
  )
}

/** The sea off the plan's coast; null inland. */
export function seaOf(plan: Plan): NamedArea | null {
  if (!plan.coast) return null
  const { from, to, before, after, open, name } = plan.coast
  const corners = [...before, ...plan.boundary.slice(from, to + 1), ...after]
  const shore = corners.slice(1).flatMap((corner, index) => wanderingEdge(at(corners, index), corner))
  return { name, ring: [...shore, wander(at(corners, -1)), ...open] }
}
