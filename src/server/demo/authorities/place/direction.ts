import { Grid } from './grid'
import type { Plan } from './plan'
import { at, distance, noise, type Point } from './plane'
import type { Terrain } from './terrain'

/**
 * Which way streets run at a place, in radians: the neighbourhood's own bearing, bent towards the
 * main roads and river beside it. Angles are averaged doubled, because a street has no front end
 * (Chen et al., "Interactive procedural street modeling", 2008).
 */
export type StreetDirection = (point: Point) => number

/** Which way streets run at each place of the plan. */
export function streetDirections(plan: Plan, terrain: Terrain): StreetDirection {
  const guides = new Grid<number>(150)
  const guideLines = [...terrain.mainRoads, ...terrain.railways].map(({ line }) => line)
  for (const line of guideLines)
    for (let index = 1; index < line.length; index++) guides.add(at(line, index), bearing(at(line, index - 1), at(line, index)))

  return (point) => {
    let [x, y] = [0, 0]
    const add = (angle: number, weight: number): void => {
      x += Math.cos(2 * angle) * weight
      y += Math.sin(2 * angle) * weight
    }
    for (const place of plan.neighbourhoods) {
      const far = distance(point, place.centre) / ((place.radius[0] + place.radius[1]) / 2)
      const curve = place.kind === 'suburb' || place.kind === 'village' ? 1.0 : place.kind === 'estate' ? 0.7 : 0.25
      const turn = curve * noise(point, place.kind === 'suburb' ? 520 : 700, 51)
      add((place.bearing * Math.PI) / 180 + turn, Math.exp(-far * far * 1.6))
    }
    let nearest = Infinity
    let along = 0
    guides.each(point, 250, (angle, where) => {
      const far = distance(point, where)
      if (far < nearest) [nearest, along] = [far, angle]
    })
    if (nearest < 380) add(along, 1.4 * Math.exp(-nearest / 130))
    return Math.atan2(y, x) / 2
  }
}

const bearing = (a: Point, b: Point): number => Math.atan2(b[1] - a[1], b[0] - a[0])
