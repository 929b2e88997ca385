import type { BasemapFeature } from '#contract/map'
import { traceBuiltUp } from './builtUp'
import type { NamedStreet } from './dwellings'
import type { Plan } from './plan'
import { layCountry } from './surroundings'
import { at, simplify, toDegrees, type Point } from './plane'
import type { Terrain } from './terrain'

type Kind = BasemapFeature['properties']['kind']

/** How far, in metres, the lines of the country round about may lie off. */
const COARSE = 8

/**
 * The area as map features, in the order in which they are painted: ground first, places last and
 * the most important place first among them.
 */
export function drawBasemap(plan: Plan, terrain: Terrain, streets: readonly NamedStreet[]): BasemapFeature[] {
  // Five decimals are one metre: a third less to send than six, and nobody sees it.
  const degrees = (point: Point): [number, number] => {
    const [longitude, latitude] = toDegrees(point, plan.origin)
    return [Math.round(longitude * 1e5) / 1e5, Math.round(latitude * 1e5) / 1e5]
  }
  const polygon = (kind: Kind, name: string, rings: readonly (readonly Point[])[], tolerance = 1.5): BasemapFeature => ({
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: rings.map((ring) => closed(simplify(closed(ring), tolerance)).map(degrees)) },
    properties: { kind, name },
  })
  const line = (kind: Kind, { name, line: points }: NamedStreet, tolerance = 1.2): BasemapFeature => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: simplify(points, tolerance).map(degrees) },
    properties: { kind, name },
  })
  const country = layCountry(plan)
  return [
    ...country.towns.map(({ ring }) => polygon('built_up', '', [ring], COARSE)),
    ...country.woods.map(({ name, ring }) => polygon('park', name, [ring], COARSE)),
    ...country.rivers.map(({ name, ring }) => polygon('water', name, [ring], 3)),
    ...country.railways.map((railway) => line('railway', railway, COARSE)),
    ...country.roads.map((road) => line('main_road', road, COARSE)),
    ...traceBuiltUp(streets.map((street) => street.line)).map((rings) => polygon('built_up', '', rings)),
    ...terrain.parks.map(({ name, ring }) => polygon('park', name, [ring])),
    ...terrain.water.map(({ name, ring }) => polygon('water', name, [ring])),
    ...terrain.railways.map((railway) => line('railway', railway)),
    ...terrain.paths.map((path) => line('path', path)),
    ...[...terrain.lanes, ...streets].map((street) => line('street', street)),
    ...terrain.mainRoads.map((road) => line('main_road', road)),
    ...[{ name: plan.town, centre: plan.centre }, ...country.towns, ...plan.neighbourhoods.filter(({ kind }) => kind !== 'centre')].map(
      ({ name, centre }): BasemapFeature => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: degrees(centre) },
        properties: { kind: 'place', name },
      }),
    ),
  ]
}

function closed(ring: readonly Point[]): readonly Point[] {
  return at(ring, 0) === at(ring, -1) ? ring : [...ring, at(ring, 0)]
}
