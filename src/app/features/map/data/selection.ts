import type { WardFeature } from '#contract/map'
import type { MapPicture } from './picture'
import { isMatch, matchingRowsOfDot } from './matches'

/** The object whose tooltip is open. */
export type Selection =
  { readonly kind: 'dot'; readonly dot: number } | { readonly kind: 'ward'; readonly code: string }

export interface TooltipContent {
  readonly title: string
  /** Empty when the ward has none. */
  readonly welshTitle: string
  readonly householdCount: number
  readonly otherReferences: readonly string[]
  readonly position: readonly [number, number]
}

/** The tooltip of a selection; null when the picture lacks it. */
export function tooltipOf(picture: MapPicture | null, selection: Selection | null): TooltipContent | null {
  if (!picture || !selection) return null
  if (picture.view === 'ward') {
    const ward = selection.kind === 'ward' ? wardOfCode(picture.wards, selection.code) : undefined
    return ward ? wardTooltip(ward) : null
  }
  if (selection.kind !== 'dot') return null
  const { points, matches } = picture
  const [first, ...others] = matchingRowsOfDot(matches, points.dots, selection.dot)
  if (first === undefined) return null
  return {
    title: points.reference(first),
    welshTitle: '',
    householdCount: others.length + 1,
    otherReferences: others.map(points.reference),
    position: dotPosition(points.dots.positions, selection.dot),
  }
}

/** The selection of a household's dot; null without a match. */
export function dotSelection(picture: MapPicture, row: number): Selection | null {
  if (picture.view !== 'household' || !isMatch(picture.matches, row)) return null
  return { kind: 'dot', dot: picture.points.dots.dotOfRow[row] ?? 0 }
}

function wardTooltip({ properties }: WardFeature): TooltipContent {
  return {
    title: properties.ward_name,
    welshTitle: properties.ward_name_welsh === properties.ward_name ? '' : properties.ward_name_welsh,
    householdCount: properties.household_count,
    otherReferences: [],
    position: [properties.longitude, properties.latitude],
  }
}

function wardOfCode(wards: readonly WardFeature[], code: string): WardFeature | undefined {
  return wards.find(({ properties }) => properties.ward_code === code)
}

function dotPosition(positions: Float64Array, dot: number): [number, number] {
  return [positions[dot * 2] ?? 0, positions[dot * 2 + 1] ?? 0]
}
