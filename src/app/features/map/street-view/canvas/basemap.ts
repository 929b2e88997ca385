/** Hides which basemap is in use. */
import type { Layer, PickingInfo } from '@deck.gl/core'
import type { MapPlace } from '#contract/households/map'
import type { MapBounds } from '../../../../state/mapView'

export const INITIAL_ZOOM = 10

export const STREET_ZOOM = 16

export const FIT_PADDING = 48

/** Pixels: fingers are wide. */
export const PICKING_RADIUS = 8

export interface BasemapControls {
  /** Zoom levels; negative zooms out. */
  zoomBy: (levels: number) => void
  /** Right and down, in pixels. */
  panBy: (x: number, y: number) => void
  fit: (bounds: MapBounds) => void
  bounds: () => MapBounds
  place: () => MapPlace
  /** Zooms in to at least `leastZoom`. */
  show: (position: readonly [number, number], leastZoom: number) => void
  project: (position: readonly [number, number]) => { x: number; y: number }
  unproject: (point: { readonly x: number; readonly y: number }) => readonly [longitude: number, latitude: number]
}

export interface BasemapProps {
  readonly start: MapPlace
  readonly layers: Layer[]
  onPick: (info: PickingInfo) => void
  onMove: (zoom: number) => void
  onReady: (controls: BasemapControls) => void
  onFailure: () => void
}
