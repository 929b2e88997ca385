import type { MapCanvasProps } from '../MapCanvas'

/** A canvas on the open basemap, with nothing on it yet. */
export const EMPTY_CANVAS: MapCanvasProps = {
  client: { key: '', lat: 53.4, lng: -2.3 },
  picture: null,
  isWaiting: false,
  selection: null,
  tooltip: null,
  onSelect: () => {},
  onCard: () => {},
  shown: null,
  onDrawn: () => {},
  onFailure: () => {},
}
