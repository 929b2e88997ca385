import type { BasemapControls } from './basemap'

/** Pixels. */
const PAN_STEP = 100

/** `=` is the plus key without shift. */
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

/** Moves the map by a key. @returns whether the key was handled */
export function steerByKey(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  map: BasemapControls,
): boolean {
  // The browser's own shortcuts, such as Ctrl and +.
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const steer = KEYS[event.key]
  if (!steer) return false
  steer(map)
  return true
}
