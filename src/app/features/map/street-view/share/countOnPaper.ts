import { KM_A_DEGREE } from '#contract/households/area'
import { isMatch, type HouseholdPicture } from '../data/picture'

/** Kilometres. Paper has squares from 250 m on, larger for larger areas. */
const SQUARE = 0.5

/** Fewer are not drawn. */
const LEAST_DRAWN = 8

/** Estimates what paper would draw (docs/product.md#the-map-on-paper). */
export function countOnPaper({ points: { dots }, matches }: HouseholdPicture): { all: number; drawn: number } {
  const { positions, dotOfRow } = dots
  const high = SQUARE / KM_A_DEGREE
  const wide = high / Math.cos(((positions[1] ?? 0) * Math.PI) / 180)
  const squares = new Map<string, number>()
  for (let row = 0; row < matches.rowCount; row++) {
    if (!isMatch(matches, row)) continue
    const at = (dotOfRow[row] ?? 0) * 2
    const square = `${Math.floor((positions[at] ?? 0) / wide)} ${Math.floor((positions[at + 1] ?? 0) / high)}`
    squares.set(square, (squares.get(square) ?? 0) + 1)
  }
  const drawn = [...squares.values()].filter((count) => count >= LEAST_DRAWN).reduce((sum, count) => sum + count, 0)
  return { all: matches.count, drawn }
}
