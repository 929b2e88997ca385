/** Pixels of the whole world at zoom 0, as MapLibre and deck.gl count zooms. */
const WORLD = 512
const EQUATOR_METRES = 40_075_016.686

/** A place on the canvas, in pixels from its top left. */
export type Point = readonly [x: number, y: number]

export interface Projection {
  readonly zoom: number
  readonly width: number
  readonly height: number
  /** A place on earth, in degrees, on the canvas. */
  readonly project: (longitude: number, latitude: number) => Point
  /** Metres on the ground, at the centre, as pixels. */
  readonly pixels: (metres: number) => number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const eastward = (longitude: number) => (longitude + 180) / 360
const southward = (latitude: number) => (1 - Math.log(Math.tan(Math.PI / 4 + radians(latitude) / 2)) / Math.PI) / 2

/** The Web Mercator of a north-up map of so many pixels around a centre. */
export function projectionOf(
  centre: { readonly lng: number; readonly lat: number },
  zoom: number,
  { width, height }: { readonly width: number; readonly height: number },
): Projection {
  const world = WORLD * 2 ** zoom
  const left = eastward(centre.lng) * world - width / 2
  const top = southward(centre.lat) * world - height / 2
  const metre = world / (EQUATOR_METRES * Math.cos(radians(centre.lat)))
  return {
    zoom,
    width,
    height,
    project: (longitude, latitude) => [eastward(longitude) * world - left, southward(latitude) * world - top],
    pixels: (metres) => metres * metre,
  }
}
