import type { MapPlace } from '#contract/households/map'

/** x, y, width and height, in points. */
export type PageBox = [x: number, y: number, width: number, height: number]

type Position = readonly number[]

/** Points of the world's width at zoom 0. */
const WORLD = 512
/** A page is viewed like a window half as wide again. */
const ZOOM_OF_PAGE = 0.6
const CLOSEST = 13.5
const FARTHEST = 7
const PADDING = 14
const DETAIL = 0.35

const computeX = (longitude: number) => (longitude + 180) / 360
const computeY = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2

export type Projection = ReturnType<typeof createProjection>

/** Web Mercator onto a page's box. */
export function createProjection(place: MapPlace, box: PageBox) {
  const [left, top, width, height] = box
  const zoom = Math.min(CLOSEST, Math.max(FARTHEST, place.zoom - ZOOM_OF_PAGE))
  const scale = WORLD * 2 ** zoom
  const [centreX, centreY] = [computeX(place.lng), computeY(place.lat)]
  const project = ([longitude = 0, latitude = 0]: Position): readonly [number, number] => [
    left + width / 2 + (computeX(longitude) - centreX) * scale,
    top + height / 2 + (computeY(latitude) - centreY) * scale,
  ]
  const isInBox = (points: readonly (readonly [number, number])[]) => {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    return least(xs) <= left + width && most(xs) >= left && least(ys) <= top + height && most(ys) >= top
  }
  return {
    zoom,
    project,
    pointsAMetre: scale / (40_075_017 * Math.cos((place.lat * Math.PI) / 180)),
    holds: (position: Position) => isInBox([project(position)]),
    /** An SVG path; empty outside the box. */
    path(lines: readonly (readonly Position[])[], isClosed: boolean): string {
      const drawn = lines.map((line) => line.map(project)).filter(isInBox)
      return drawn.map((line) => `M${thinned(line).map(written).join('L')}${isClosed ? 'Z' : ''}`).join('')
    },
  }
}

/** Where a map shows a whole box of degrees. */
export function placeAround(
  [west, south, east, north]: readonly [number, number, number, number],
  [, , width, height]: PageBox,
): MapPlace {
  const wide = Math.max(1e-9, computeX(east) - computeX(west))
  const high = Math.max(1e-9, computeY(south) - computeY(north))
  const scale = Math.min((width - 2 * PADDING) / wide, (height - 2 * PADDING) / high)
  return { lng: (west + east) / 2, lat: (south + north) / 2, zoom: Math.log2(scale / WORLD) + ZOOM_OF_PAGE }
}

const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity)
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity)

const written = ([x, y]: readonly [number, number]) => `${round(x)} ${round(y)}`
const round = (value: number) => Math.round(value * 10) / 10

function thinned(line: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  let [lastX, lastY] = [Infinity, Infinity]
  return line.filter(([x, y], index) => {
    const isKept = index === 0 || index === line.length - 1 || Math.hypot(x - lastX, y - lastY) >= DETAIL
    if (isKept) [lastX, lastY] = [x, y]
    return isKept
  })
}
