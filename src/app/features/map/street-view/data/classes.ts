import { queryOptions as tanstackOptions } from '@tanstack/react-query'
import { CLASSES_COLUMN, getHouseholdClasses } from '#contract/households/dotColours'
import { ARROW_METADATA } from '#contract/households/map'
import type { DotColour } from '#contract/households/needToKnow'
import { callArrow } from '../../../../api/call'
import { makeQueryKey } from '../../../../api/queryOptions'
import { column, metadata, read, unreadable } from './households'
import { isMatch, type HouseholdPicture } from './picture'

/** One per household, to colour dots; in memory only while shown. */
export const classesQuery = (colour: DotColour, pointsVersion: string) =>
  tanstackOptions({
    queryKey: [...makeQueryKey(getHouseholdClasses, { query: { colour } }), pointsVersion],
    queryFn: async ({ signal }) => {
      const table = read(await callArrow(getHouseholdClasses, { query: { colour }, signal }))
      const ofRow = column(table, CLASSES_COLUMN).toArray()
      if (!(ofRow instanceof Uint8Array)) throw unreadable(`${CLASSES_COLUMN} is not uint8`)
      if (metadata(table, ARROW_METADATA.pointsVersion) !== pointsVersion)
        throw unreadable('Classes and points belong to different snapshots.')
      return ofRow
    },
    gcTime: 0,
    structuralSharing: false,
  })

export interface ShownClasses {
  readonly counts: readonly number[]
  readonly ofDot: Uint8Array
}

/** @param ofRow the class of each household */
export function shownClasses({ matches, points }: HouseholdPicture, ofRow: Uint8Array): ShownClasses {
  const counts: number[] = []
  const ofDot = new Uint8Array(points.dots.count)
  for (let row = 0; row < matches.rowCount; row++) {
    if (!isMatch(matches, row)) continue
    const [dot = 0, own = 0] = [points.dots.dotOfRow[row], ofRow[row]]
    counts[own] = (counts[own] ?? 0) + 1
    ofDot[dot] = Math.max(ofDot[dot] ?? 0, own)
  }
  return { counts, ofDot }
}
