import { decodeMatches, decodePoints, pointsOf } from '../data/households'
import type { HouseholdPicture } from '../data/picture'
import { groupByCoordinate } from '../data/points'
import { matchesStream, pointsStream } from './arrowStreams'
import { HEADLINES, HOUSEHOLDS } from './fakeMapServer'

/** The picture of {@link HOUSEHOLDS} in which those households match. */
export function householdPictureOf(matches: boolean[]): HouseholdPicture {
  const decoded = decodeMatches(matchesStream(matches, { headlines: HEADLINES }))
  const columns = decodePoints(pointsStream(HOUSEHOLDS))
  return {
    view: 'household',
    headlines: HEADLINES,
    points: pointsOf(columns, groupByCoordinate(columns.longitude, columns.latitude)),
    matches: decoded.matches,
  }
}
