import type { WardFeature } from '#contract/map'
import type { MapPicture } from './picture'
import { dotVisibility } from './matches'
import { boundsOfPositions, type Bounds } from './points'

/** The bounding box of every shown household, or every ward that has one; null without any. */
export function boundsOfPicture(picture: MapPicture): Bounds | null {
  if (picture.view === 'household') {
    const { points, matches } = picture
    const shown = dotVisibility(matches, points.dots)
    return boundsOfPositions(points.dots.positions, (dot) => shown[dot] === 1)
  }
  const positions = picture.wards
    .filter(({ properties }) => properties.household_count > 0)
    .flatMap(({ geometry }) => corners(geometry))
  return boundsOfPositions(Float64Array.from(positions), () => true)
}

function corners(geometry: WardFeature['geometry']): number[] {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  return rings.flat().flatMap(([longitude, latitude]) => [longitude, latitude])
}
