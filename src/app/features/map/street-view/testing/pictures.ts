import { decodeMatches, decodePoints, joinPoints } from '../data/households'
import type { HouseholdPicture } from '../data/picture'
import { groupByCoordinate } from '../data/points'
import { matchesStream, pointsStream } from './arrowStreams'
import { HEADLINES, HOUSEHOLDS } from './fakeMapServer'

/** The picture of {@link HOUSEHOLDS} in which those households match. */
export function makeHouseholdPicture(matches: boolean[]): HouseholdPicture {
  const decoded = decodeMatches(matchesStream(matches, { headlines: HEADLINES }))
  const columns = decodePoints(pointsStream(HOUSEHOLDS))
  return {
    view: 'household',
    headlines: HEADLINES,
    points: joinPoints(columns, groupByCoordinate(columns.longitude, columns.latitude)),
    matches: decoded.matches,
  }
}
