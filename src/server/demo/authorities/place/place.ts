import type { BasemapFeature } from '#contract/map'
import { randomFor } from '../random'
import { drawBasemap } from './basemap'
import { seaOf } from './boundary'
import { buildDwellings, type Dwelling } from './dwellings'
import { nameStreets } from './names'
import type { Plan } from './plan'
import { toDegrees } from './plane'
import { growStreets } from './streets'
import { layTerrain, type Terrain } from './terrain'
import { drawWards, wardFinder, type DemoWard } from './wards'

/** A dwelling that households of the register live in, with where it is on the map. */
export interface Home extends Dwelling {
  readonly ward: DemoWard
  readonly longitude: number
  readonly latitude: number
}

/** A council's area with everything on it but people. */
export interface Place {
  readonly plan: Plan
  readonly terrain: Terrain
  readonly basemap: readonly BasemapFeature[]
  readonly wards: readonly DemoWard[]
  readonly homes: readonly Home[]
}

/** Builds a council's area with the given number of homes on the register. Takes a few seconds. */
export function buildPlace(plan: Plan, homeCount: number): Place {
  const terrain = layTerrain(plan, seaOf(plan))
  const streets = nameStreets(plan, growStreets(plan, terrain))
  const dwellings = buildDwellings(plan, terrain, [...streets, ...terrain.mainRoads], plan.postcodeArea)
  const chosen = onTheRegister(plan, dwellings, Math.round(homeCount * 1.02))
  const wards = drawWards(plan, chosen.map(({ point }) => point))
  const wardOf = wardFinder(wards)
  const homes = chosen.flatMap((dwelling): Home[] => {
    const [longitude, latitude] = toDegrees(dwelling.point, plan.origin)
    const ward = wardOf([longitude, latitude])
    return ward ? [{ ...dwelling, ward, longitude, latitude }] : []
  })
  return { plan, terrain, basemap: drawBasemap(plan, terrain, streets), wards, homes: homes.slice(0, homeCount) }
}

/** Which dwellings have a low-income household: the poorer the street, the more. In order of their likelihood. */
function onTheRegister(plan: Plan, dwellings: readonly Dwelling[], count: number): Dwelling[] {
  return dwellings
    .map((dwelling, index) => {
      const flat = dwelling.accommodation === 'flat' ? 1.3 : 1
      const weight = (0.5 + dwelling.deprivation ** 1.3) * flat
      return { dwelling, rank: Math.log(1 - randomFor(plan.slug, 'register', index).next()) / weight }
    })
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ dwelling }) => dwelling)
}
