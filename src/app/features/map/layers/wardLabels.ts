import type { WardFeature } from '#contract/map'
import type { WardFigures } from '../data/useWardFigures'

/** From this zoom names stand above the figures. */
const ZOOM_OF_NAMES = 12

/** Pixels: of the letters, of a letter's width, and around a label. */
export const LABEL_SIZE = 14
const LETTER_WIDTH = 8.5
const MARGIN = 4

/** Pixels of the whole world's width at zoom 0. */
const WORLD = 512

/** Stands where there is no room for a figure. */
export const NO_ROOM = '•'

export interface WardLabel {
  readonly text: string
  readonly position: readonly [longitude: number, latitude: number]
}

/**
 * Name and figure of each ward, the figure alone, or {@link NO_ROOM}, so that none overlap at this zoom and above. Wards
 * with more households come first. The signs are first, so that labels lie over them.
 */
export function wardLabels(
  wards: readonly WardFeature[],
  { valueOf, inWords }: Pick<WardFigures, 'valueOf' | 'inWords'>,
  zoom: number,
): WardLabel[] {
  const taken: Box[] = []
  const labels = wards
    .toSorted((one, other) => other.properties.household_count - one.properties.household_count)
    .map(({ properties: { ward_code, ward_name, longitude, latitude } }): WardLabel => {
      const position = [longitude, latitude] as const
      const words = inWords(valueOf(ward_code))
      for (const text of zoom < ZOOM_OF_NAMES ? [words] : [`${ward_name}\n${words}`, words]) {
        const box = boxOf(text, position, zoom)
        if (taken.some((other) => areOverlapping(box, other))) continue
        taken.push(box)
        return { text, position }
      }
      return { text: NO_ROOM, position }
    })
  return labels.toSorted((one, other) => Number(other.text === NO_ROOM) - Number(one.text === NO_ROOM))
}

/** Pixels of the world at a zoom. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function boxOf(text: string, [longitude, latitude]: WardLabel['position'], zoom: number): Box {
  const lines = text.split('\n')
  const radians = (latitude * Math.PI) / 180
  const scale = WORLD * 2 ** zoom
  return {
    x: ((longitude + 180) / 360) * scale,
    // Web Mercator.
    y: (0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * scale,
    width: Math.max(...lines.map(({ length }) => length)) * LETTER_WIDTH + MARGIN,
    height: lines.length * LABEL_SIZE + MARGIN,
  }
}

const areOverlapping = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height
