import type { FilterRequest } from '#contract/filters'
import { getHouseholdPoints, streetviewHouseholdData, streetviewWardData, type Headline, type WardFeature } from '#contract/map'
import { call, callArrow } from '../../../api/call'
import { Outdated, Refused } from '../../../api/errors'
import { withLastOutlines, withLastWards } from '../../../state/wardFigures'
import { createHouseholdLoader, type HouseholdLoader, type HouseholdPicture } from './households'

/** Which of the two maps. */
export type MapView = 'household' | 'ward'

/** What the ward map shows: every ward, with the count of its matching households. */
export interface WardPicture {
  readonly view: 'ward'
  readonly headlines: readonly Headline[]
  readonly wards: readonly WardFeature[]
}

export type MapPicture = HouseholdPicture | WardPicture

const NOT_ACCEPTABLE = 406

let held: { session: string; load: HouseholdLoader } | null = null

/** The household loader of a signed-in session. Another session's points are let go. */
export function householdLoaderOf(session: string): HouseholdLoader {
  if (held?.session !== session) {
    held = {
      session,
      load: createHouseholdLoader({
        points: () => callArrow(getHouseholdPoints),
        matches: (body, signal) => callArrow(streetviewHouseholdData, { body, signal }),
        json: (body, signal) => call(streetviewHouseholdData, { body, signal }),
        isUnreadable: (failure) =>
          failure instanceof Outdated || (failure instanceof Refused && failure.status === NOT_ACCEPTABLE),
      }),
    }
  }
  return held.load
}

/** Loads the ward map's picture; without a line, the counts that this device showed last, and no headlines. */
export async function loadWards(body: FilterRequest, signal?: AbortSignal): Promise<WardPicture> {
  let headlines: readonly Headline[] = []
  const wards = await withLastWards(body, async () => {
    const data = await call(streetviewWardData, { body, signal })
    headlines = data.map_headlines
    return data.geo_json_features
  })
  return { view: 'ward', headlines, wards }
}

const EVERYTHING: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }

/** Loads names and boundaries of all wards; without a line, those of the wards that this device showed last. */
export async function loadOutlines(): Promise<WardPicture> {
  const load = async () => (await call(streetviewWardData, { body: EVERYTHING })).geo_json_features
  return { view: 'ward', headlines: [], wards: await withLastOutlines(EVERYTHING, load) }
}

/** How many households the picture shows. */
export function householdCount(picture: MapPicture): number {
  if (picture.view === 'household') return picture.matches.count
  return picture.wards.reduce((sum, { properties }) => sum + properties.household_count, 0)
}
