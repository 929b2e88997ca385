/**
 * Points are loaded once, until the server names another version; a filter change brings one bit a household. If Arrow
 * cannot be read, JSON serves.
 */
import { queryOptions as tanstackOptions, type QueryClient } from '@tanstack/react-query'
import type { FilterRequest } from '#contract/filters'
import { getHouseholdPoints, streetviewHouseholdData } from '#contract/map'
import { call, callArrow } from '../../../api/call'
import { Outdated, Refused } from '../../../api/errors'
import { queryKeyOf } from '../../../api/queryOptions'
import { decodeMatches, decodePoints, NotTheContract, type DecodedMatches } from './arrow'
import { allMatch } from './matches'
import type { HouseholdPicture } from './picture'
import { pointsFromJson, type HouseholdPoints } from './points'

/** Retries when a new snapshot arrives between points and matches. */
const ATTEMPTS = 2
const NOT_ACCEPTABLE = 406

/** Not aborted by a filter change, which would discard half-loaded points. */
const pointsQuery = tanstackOptions({
  queryKey: queryKeyOf(getHouseholdPoints),
  queryFn: async () => decodePoints(await callArrow(getHouseholdPoints)),
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  // The picture that needs them retries.
  retry: false,
  structuralSharing: false,
})

/**
 * Loads the household map's picture.
 * @throws as `call`; the signal's reason when aborted.
 */
export async function loadHouseholds(
  client: QueryClient,
  request: FilterRequest,
  signal: AbortSignal,
): Promise<HouseholdPicture> {
  try {
    return await loadBinary(client, request, signal)
  } catch (failure) {
    if (signal.aborted || !isUnreadable(failure)) throw failure
  }
  const data = await call(streetviewHouseholdData, { body: request, signal })
  return {
    view: 'household',
    headlines: data.map_headlines,
    points: pointsFromJson(data.household_coordinates),
    matches: allMatch(data.household_coordinates.length),
  }
}

async function loadBinary(client: QueryClient, request: FilterRequest, signal: AbortSignal): Promise<HouseholdPicture> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [matches, held] = await unlessAborted(
      Promise.all([
        callArrow(streetviewHouseholdData, { body: request, signal }).then(decodeMatches),
        client.query(pointsQuery),
      ]),
      signal,
    )
    if (fits(held, matches)) return pictureOf(held, matches)
    const fresh = await unlessAborted(client.query({ ...pointsQuery, staleTime: 0 }), signal)
    if (fits(fresh, matches)) return pictureOf(fresh, matches)
  }
  throw new NotTheContract('its parts belong to different snapshots')
}

const isUnreadable = (failure: unknown): boolean =>
  failure instanceof NotTheContract ||
  failure instanceof Outdated ||
  (failure instanceof Refused && failure.status === NOT_ACCEPTABLE)

function fits(points: HouseholdPoints, decoded: DecodedMatches): boolean {
  return points.version === decoded.pointsVersion && points.rowCount === decoded.matches.rowCount
}

function pictureOf(points: HouseholdPoints, { headlines, matches }: DecodedMatches): HouseholdPicture {
  return { view: 'household', headlines, points, matches }
}

/** Rejects on abort, while the shared work goes on. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}
