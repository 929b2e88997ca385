import type { Headline, WardFeature } from '#contract/map'
import type { LastFigures } from '../../../state/wardFigures'
import type { Matches } from './matches'
import type { HouseholdPoints } from './points'

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
