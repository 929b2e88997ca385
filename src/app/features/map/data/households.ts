/**
 * "Points without waiting". Policy: the snapshot's points are loaded once and stay in memory; each
 * filter change brings one bit a household. When the server names other points than those held (a new
 * snapshot was imported), they are loaded again. When the binary form cannot be read, the JSON contract serves.
 */
import type { FilterRequest } from '#contract/filters'
import type { Headline, HouseholdData } from '#contract/map'
import { decodeMatches, decodePoints, NotTheContract, type DecodedMatches } from './arrow'
import { allMatch, type Matches } from './matches'
import { pointsFromJson, type HouseholdPoints } from './points'

/** What the household map shows: all points, and which of them match. */
export interface HouseholdPicture {
  readonly view: 'household'
  readonly headlines: readonly Headline[]
  readonly points: HouseholdPoints
  readonly matches: Matches
}

/** The calls behind the loader; `readable` says whether a failure is about the form of the answer. */
export interface HouseholdCalls {
  points: () => Promise<ArrayBuffer>
  matches: (request: FilterRequest, signal: AbortSignal) => Promise<ArrayBuffer>
  json: (request: FilterRequest, signal: AbortSignal) => Promise<HouseholdData>
  isUnreadable: (failure: unknown) => boolean
}

export type HouseholdLoader = (request: FilterRequest, signal: AbortSignal) => Promise<HouseholdPicture>

/** How often a newer snapshot may come in between points and matches before we give up. */
const ATTEMPTS = 2

/** A loader that holds the points of one signed-in session. */
export function createHouseholdLoader(calls: HouseholdCalls): HouseholdLoader {
  let held: Promise<HouseholdPoints> | null = null

  // Not bound to a request's signal: a filter change must not throw away points that are half here.
  const points = (): Promise<HouseholdPoints> => {
    if (held) return held
    const loading = calls.points().then(decodePoints)
    loading.catch(() => {
      if (held === loading) held = null
    })
    held = loading
    return loading
  }

  const binary: HouseholdLoader = async (request, signal) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [matches, first] = await unlessAborted(
        Promise.all([calls.matches(request, signal).then(decodeMatches), points()]),
        signal,
      )
      if (fits(first, matches)) return picture(first, matches)
      held = null
      const fresh = await unlessAborted(points(), signal)
      if (fits(fresh, matches)) return picture(fresh, matches)
    }
    throw new NotTheContract('its parts belong to different snapshots')
  }

  return async (request, signal) => {
    try {
      return await binary(request, signal)
    } catch (failure) {
      if (signal.aborted || !(failure instanceof NotTheContract || calls.isUnreadable(failure))) throw failure
    }
    const data = await calls.json(request, signal)
    return {
      view: 'household',
      headlines: data.map_headlines,
      points: pointsFromJson(data.household_coordinates),
      matches: allMatch(data.household_coordinates.length),
    }
  }
}

function fits(points: HouseholdPoints, decoded: DecodedMatches): boolean {
  return points.version === decoded.pointsVersion && points.rowCount === decoded.matches.rowCount
}

function picture(points: HouseholdPoints, { headlines, matches }: DecodedMatches): HouseholdPicture {
  return { view: 'household', headlines, points, matches }
}

/** Stops waiting for shared work when the request is cancelled; the work itself goes on. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}
