import type { BasemapControls } from './basemap'

/** How far an arrow key moves the map, in pixels. */
const PAN_STEP = 100

/** What each key does to the map. `=` is the plus key without shift. */
const KEYS: Record<string, (map: BasemapControls) => void> = {
  ArrowLeft: (map) => map.panBy(-PAN_STEP, 0),
  ArrowRight: (map) => map.panBy(PAN_STEP, 0),
  ArrowUp: (map) => map.panBy(0, -PAN_STEP),
  ArrowDown: (map) => map.panBy(0, PAN_STEP),
  '+': (map) => map.zoomBy(1),
  '=': (map) => map.zoomBy(1),
  '-': (map) => map.zoomBy(-1),
  _: (map) => map.zoomBy(-1),
}

/** Steers the map by a key. Whether the key was one of the map's. */
export function steerByKey(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  map: BasemapControls,
): boolean {
  // With a modifier the key is the browser's: Ctrl and + makes the page larger.
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const steer = KEYS[event.key]
  if (!steer) return false
  steer(map)
  return true
}
