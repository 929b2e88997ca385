import { decodeMatches, decodePoints } from '../data/households'
import type { HouseholdPicture } from '../data/picture'
import { matchesStream, pointsStream } from './arrowStreams'
import { HEADLINES, HOUSEHOLDS } from './fakeServer'

/** The picture of {@link HOUSEHOLDS} in which those households match. */
export function householdPictureOf(matches: boolean[]): HouseholdPicture {
  const decoded = decodeMatches(matchesStream(matches, { headlines: HEADLINES }))
  return {
    view: 'household',
    headlines: HEADLINES,
    points: decodePoints(pointsStream(HOUSEHOLDS)),
    matches: decoded.matches,
  }
}
