import { isInArea, type Position } from '#contract/households/area'
import type { WardFeature } from '#contract/households/map'
import type { MapBounds } from '../../../../state/mapView'
import { WORLD } from '../data/picture'
import type { ShownWardFigures } from '../data/useWardFigures'

/** From here labels include names, and stay in a ward's visible part. */
const ZOOM_OF_NAMES = 12

/** Pixels: letter height and width, margin; line height is a multiple of letter height. */
export const LABEL_SIZE = 14
export const LINE_HEIGHT = 1.2
const LETTER_WIDTH = 8.5
const MARGIN = 4

/** Shown where a figure does not fit. */
export const NO_ROOM = '•'

export interface WardLabel {
  readonly text: string
  readonly position: Position
}

/**
 * Each ward's name and figure, the figure alone, or {@link NO_ROOM}, so that none overlap at this zoom and above. Wards
 * with more households come first.
 * @param seen visible part of the map; null: all
 */
export function placeWardLabels(
  wards: readonly WardFeature[],
  { valueOf, inWords }: Pick<ShownWardFigures, 'valueOf' | 'inWords'>,
  zoom: number,
  seen: MapBounds | null,
): WardLabel[] {
  const taken: Box[] = []
  const elsewhere = seen && zoom >= ZOOM_OF_NAMES ? placesSeen(wards, seen) : new Map<string, Position>()
  const labels = wards
    .toSorted((one, other) => other.properties.household_count - one.properties.household_count)
    .map(({ properties: { ward_code, ward_name, longitude, latitude } }): WardLabel => {
      const position = elsewhere.get(ward_code) ?? ([longitude, latitude] as const)
      const words = inWords(valueOf(ward_code))
      for (const text of zoom < ZOOM_OF_NAMES ? [words] : [`${ward_name}\n${words}`, words]) {
        const box = computeBox(text, position, zoom)
        if (taken.some((other) => areOverlapping(box, other))) continue
        taken.push(box)
        return { text, position }
      }
      return { text: NO_ROOM, position }
    })
  return labels.toSorted((one, other) => Number(other.text === NO_ROOM) - Number(one.text === NO_ROOM))
}

/** Share of the view at each edge where labels could be cut off, and places tried along each side. */
const EDGE = 0.08
const TRIED = 10

function placesSeen(
  wards: readonly WardFeature[],
  [west, south, east, north]: MapBounds,
): ReadonlyMap<string, Position> {
  const [wide, high] = [(east - west) * (1 - 2 * EDGE), (north - south) * (1 - 2 * EDGE)]
  const [left, low] = [west + (east - west) * EDGE, south + (north - south) * EDGE]
  const steps = Array.from({ length: TRIED }, (_, step) => step / (TRIED - 1))
  const tried = steps.flatMap((x) => steps.map((y): Position => [left + wide * x, low + high * y]))
  const places = new Map<string, Position>()
  for (const { geometry, properties } of wards) {
    const { ward_code, longitude, latitude } = properties
    if (Math.abs((longitude - left) / wide - 0.5) <= 0.5 && Math.abs((latitude - low) / high - 0.5) <= 0.5) continue
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const area = polygons.map((rings) => rings.map((ring) => ring.map(([x, y]): Position => [x, y])))
    const inside = tried.filter((at) => isInArea(at, area))
    const middle = [0, 1].map((axis) => inside.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / inside.length)
    const [x = 0, y = 0] = middle
    const far = ([longitude, latitude]: Position) => Math.hypot((longitude - x) / wide, (latitude - y) / high)
    const [nearest] = inside.toSorted((one, other) => far(one) - far(other))
    if (nearest) places.set(ward_code, nearest)
  }
  return places
}

/** Pixels of the world at a zoom. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function computeBox(text: string, [longitude, latitude]: WardLabel['position'], zoom: number): Box {
  const lines = text.split('\n')
  const radians = (latitude * Math.PI) / 180
  const scale = WORLD * 2 ** zoom
  return {
    x: ((longitude + 180) / 360) * scale,
    // Web Mercator.
    y: (0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * scale,
    width: Math.max(...lines.map(({ length }) => length)) * LETTER_WIDTH + MARGIN,
    height: lines.length * LABEL_SIZE * LINE_HEIGHT + MARGIN,
  }
}

const areOverlapping = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height
