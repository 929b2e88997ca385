import type { Headline, WardFeature } from '#contract/map'
import type { LastFigures } from '../../../state/wardFigures'
import { type Matches, dotVisibility } from './matches'
import { type HouseholdPoints, boundsOfPositions, type Bounds } from './points'

export type MapView = 'household' | 'ward'

export interface HouseholdPicture {
  readonly view: 'household'
  readonly headlines: readonly Headline[]
  readonly points: HouseholdPoints
  readonly matches: Matches
}

export interface WardPicture {
  readonly view: 'ward'
  readonly headlines: readonly Headline[]
  readonly wards: readonly WardFeature[]
  /** The device's own figures, used when the server is unreachable. */
  readonly lastFigures: LastFigures | null
}

export type MapPicture = HouseholdPicture | WardPicture

/** How many households the picture shows. */
export function householdCount(picture: MapPicture): number {
  if (picture.view === 'household') return picture.matches.count
  return picture.wards.reduce((sum, { properties }) => sum + properties.household_count, 0)
}

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
