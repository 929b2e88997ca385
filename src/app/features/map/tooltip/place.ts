/** Pixels to the point, and to the map's edge. */
const GAP = 14
const MARGIN = 8

/** The tooltip's top left corner: above its point, or below it, wholly inside the map. */
export function placeTooltip(
  point: { x: number; y: number },
  size: { width: number; height: number },
  map: { width: number; height: number },
): { left: number; top: number } {
  const above = point.y - GAP - size.height
  const top = above >= MARGIN ? above : point.y + GAP
  return {
    left: within(point.x - size.width / 2, MARGIN, map.width - size.width - MARGIN),
    top: within(top, MARGIN, map.height - size.height - MARGIN),
  }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
