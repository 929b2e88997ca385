import type { Headline, WardFeature } from '#contract/map'
import type { LastFigures } from '../../../state/wardFigures'
import type { Matches } from './matches'
import type { HouseholdPoints } from './points'

/** Which of the two maps. */
export type MapView = 'household' | 'ward'

/** What the household map shows: all points, and which of them match. */
export interface HouseholdPicture {
  readonly view: 'household'
  readonly headlines: readonly Headline[]
  readonly points: HouseholdPoints
  readonly matches: Matches
}

/** What the ward map shows: every ward, with the count of its matching households. */
export interface WardPicture {
  readonly view: 'ward'
  readonly headlines: readonly Headline[]
  readonly wards: readonly WardFeature[]
  /** Whose figures they are when the server could not be reached; `null` for the server's own. */
  readonly lastFigures: LastFigures | null
}

export type MapPicture = HouseholdPicture | WardPicture

/** How many households the picture shows. */
export function householdCount(picture: MapPicture): number {
  if (picture.view === 'household') return picture.matches.count
  return picture.wards.reduce((sum, { properties }) => sum + properties.household_count, 0)
}
