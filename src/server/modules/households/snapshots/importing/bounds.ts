import type { WardGeometry } from '#contract/households/map'

export interface GeoBounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const KM_A_DEGREE = 111.13

/** Bounds around the shapes; infinite without any. @param margin kilometres */
export function findBounds(shapes: readonly { geometry: WardGeometry }[], margin = 0): GeoBounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { geometry } of shapes) {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    for (const [longitude, latitude] of polygons.flat(2)) {
      west = Math.min(west, longitude)
      east = Math.max(east, longitude)
      south = Math.min(south, latitude)
      north = Math.max(north, latitude)
    }
  }
  if (margin === 0) return { west, south, east, north }
  const tall = margin / KM_A_DEGREE
  const wide = tall / Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180))
  return { west: west - wide, south: south - tall, east: east + wide, north: north + tall }
}

/** Weighted by area, minus holes: the shoelace formula on degrees. */
export function findCentroid(geometry: WardGeometry): { longitude: number; latitude: number } {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  let [area, x, y] = [0, 0, 0]
  for (const polygon of polygons) {
    for (const [index, ring] of polygon.entries()) {
      const part = ringMoments(ring)
      const sign = (index === 0 ? 1 : -1) * Math.sign(part.area)
      area += sign * part.area
      x += sign * part.x
      y += sign * part.y
    }
  }
  if (area === 0) {
    const [longitude, latitude] = polygons[0]?.[0]?.[0] ?? [0, 0]
    return { longitude, latitude }
  }
  return { longitude: x / area, latitude: y / area }
}

/** Relative to the first point, for precision. */
function ringMoments(ring: readonly (readonly [number, number, ...number[]])[]): {
  area: number
  x: number
  y: number
} {
  const [originX, originY] = ring[0] ?? [0, 0]
  let [area, x, y] = [0, 0, 0]
  for (const [index, [toX, toY]] of ring.entries()) {
    const [fromX, fromY] = ring[index - 1] ?? [originX, originY]
    const [ax, ay, bx, by] = [fromX - originX, fromY - originY, toX - originX, toY - originY]
    const cross = ax * by - bx * ay
    area += cross / 2
    x += ((ax + bx) * cross) / 6
    y += ((ay + by) * cross) / 6
  }
  return { area, x: x + originX * area, y: y + originY * area }
}
