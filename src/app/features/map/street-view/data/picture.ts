import type { FilterRequest } from '#contract/households/filters'
import type { Headline, WardFeature } from '#contract/households/map'
import type { MapBounds } from '../../../../state/mapView'
import type { Spread } from '../layers/scales'
import { rowsOfDot, type Dots, type HouseholdPoints } from './points'

export interface LastFigures {
  /** ISO. */
  readonly asAt: string
  readonly month: string | null
  readonly isOfOtherFilters: boolean
}

export interface HouseholdPicture {
  readonly view: 'household'
  readonly headlines: readonly Headline[]
  readonly points: HouseholdPoints
  readonly matches: MatchBits
}

export interface WardPicture {
  readonly view: 'ward'
  readonly headlines: readonly Headline[]
  readonly wards: readonly WardFeature[]
  readonly request: FilterRequest
  readonly lastFigures: LastFigures | null
}

export type MapPicture = HouseholdPicture | WardPicture

/** The number of households shown. */
export function householdCount(picture: MapPicture): number {
  if (picture.view === 'household') return picture.matches.count
  return picture.wards.reduce((sum, { properties }) => sum + properties.household_count, 0)
}

/** Around every shown household, or every ward with one; null: none. */
export function boundsOfPicture(picture: MapPicture): MapBounds | null {
  if (picture.view === 'household') {
    const { points, matches } = picture
    const shown = dotVisibility(matches, points.dots)
    return boundsOfPositions(points.dots.positions, (dot) => shown[dot] === 1)
  }
  const positions = picture.wards
    .filter(({ properties }) => properties.household_count > 0)
    .flatMap(({ geometry }) => corners(geometry))
  return boundsOfPositions(Float64Array.from(positions), () => true)
}

function corners(geometry: WardFeature['geometry']): number[] {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  return rings.flat().flatMap(([longitude, latitude]) => [longitude, latitude])
}

/** The box around included positions (longitude, latitude alternating); null: none. */
export function boundsOfPositions(positions: Float64Array, include: (index: number) => boolean): MapBounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index * 2 < positions.length; index++) {
    if (!include(index)) continue
    const longitude = positions[index * 2] ?? 0
    const latitude = positions[index * 2 + 1] ?? 0
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return west === Infinity ? null : [west, south, east, north]
}

/** One bit per row, lowest first, as in Arrow. */
export interface MatchBits {
  readonly bits: Uint8Array
  readonly rowCount: number
  readonly count: number
}

/** Matches from a bitmap of at least `rowCount` bits. */
export function matchesFromBits(bits: Uint8Array, rowCount: number): MatchBits {
  let count = 0
  const whole = rowCount >> 3
  for (let i = 0; i < whole; i++) count += onesInByte(bits[i] ?? 0)
  if (rowCount & 7) count += onesInByte((bits[whole] ?? 0) & ((1 << (rowCount & 7)) - 1))
  return { bits, rowCount, count }
}

/** Whether the row matches. */
export function isMatch(matches: MatchBits, row: number): boolean {
  return row < matches.rowCount && ((matches.bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
}

/** The matching rows, ascending. */
export function matchingRows(matches: MatchBits): Uint32Array {
  const rows = new Uint32Array(matches.count)
  let found = 0
  for (let row = 0; row < matches.rowCount; row++) if (isMatch(matches, row)) rows[found++] = row
  return rows
}

/** The matching rows of one dot, ascending. */
export function matchingRowsOfDot(matches: MatchBits, dots: Dots, dot: number): number[] {
  return Array.from(rowsOfDot(dots, dot)).filter((row) => isMatch(matches, row))
}

/** Matching households outside a box; on the ward map those of wards wholly outside. */
export function countOutside(picture: MapPicture, [west, south, east, north]: MapBounds): number {
  if (picture.view === 'ward') {
    return picture.wards.reduce((sum, { geometry, properties }) => {
      const box = boundsOfPositions(Float64Array.from(corners(geometry)), () => true)
      const isIn = box !== null && box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south
      return isIn ? sum : sum + properties.household_count
    }, 0)
  }
  const { matches, points } = picture
  const { positions, dotOfRow } = points.dots
  let count = 0
  for (let row = 0; row < matches.rowCount; row++) {
    if (!isMatch(matches, row)) continue
    const at = (dotOfRow[row] ?? 0) * 2
    const [longitude = 0, latitude = 0] = [positions[at], positions[at + 1]]
    if (longitude < west || longitude > east || latitude < south || latitude > north) count++
  }
  return count
}

/** The world's width in pixels at zoom 0. */
export const WORLD = 512

/** How many dots are shown, and how far they spread. */
export function measureSpread({ positions }: Dots, shown: Float32Array): Spread {
  let dots = 0
  for (const each of shown) dots += each
  const box = boundsOfPositions(positions, (dot) => shown[dot] === 1)
  if (!box) return { dots, pixels: 0 }
  const [west, south, east, north] = box
  const across = ((east - west) / 360) * WORLD
  const up = (((north - south) / 360) * WORLD) / Math.cos((((south + north) / 2) * Math.PI) / 180)
  return { dots, pixels: across * up }
}

/** 1 for each dot with a matching household, else 0. */
export function dotVisibility(matches: MatchBits, dots: Dots): Float32Array {
  const shown = new Float32Array(dots.count)
  for (let row = 0; row < matches.rowCount; row++) {
    if (isMatch(matches, row)) shown[dots.dotOfRow[row] ?? 0] = 1
  }
  return shown
}

function onesInByte(byte: number): number {
  const pairs = byte - ((byte >> 1) & 0x55)
  const quads = (pairs & 0x33) + ((pairs >> 2) & 0x33)
  return (quads + (quads >> 4)) & 0x0f
}

export type MapSelection =
  { readonly kind: 'dot'; readonly dot: number } | { readonly kind: 'ward'; readonly code: string }

export interface TooltipContent {
  readonly title: string
  readonly welshTitle: string
  readonly householdCount: number
  readonly otherReferences: readonly string[]
  readonly wardCode: string | null
  readonly position: readonly [number, number]
}

/** Null if the picture lacks the selection. */
export function describeSelection(picture: MapPicture | null, selection: MapSelection | null): TooltipContent | null {
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
    wardCode: null,
    position: dotPosition(points.dots.positions, selection.dot),
  }
}

/** Null without a match. */
export function dotSelection(picture: MapPicture, row: number): MapSelection | null {
  if (picture.view !== 'household' || !isMatch(picture.matches, row)) return null
  return { kind: 'dot', dot: picture.points.dots.dotOfRow[row] ?? 0 }
}

function wardTooltip({ properties }: WardFeature): TooltipContent {
  return {
    title: properties.ward_name,
    welshTitle: properties.ward_name_welsh === properties.ward_name ? '' : properties.ward_name_welsh,
    householdCount: properties.household_count,
    otherReferences: [],
    wardCode: properties.ward_code,
    position: [properties.longitude, properties.latitude],
  }
}

function wardOfCode(wards: readonly WardFeature[], code: string): WardFeature | undefined {
  return wards.find(({ properties }) => properties.ward_code === code)
}

function dotPosition(positions: Float64Array, dot: number): [number, number] {
  return [positions[dot * 2] ?? 0, positions[dot * 2 + 1] ?? 0]
}
