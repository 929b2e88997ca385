/** Hides which basemap is in use. */
import type { Layer, PickingInfo } from '@deck.gl/core'
import type { MapPlace } from '#contract/households/map'
import type { MapBounds } from '../data/picture'

export const INITIAL_ZOOM = 10

export const STREET_ZOOM = 16

export const FIT_PADDING = 48

/** Pixels around the pointer: fingers are wide. */
export const PICKING_RADIUS = 8

export interface BasemapControls {
  /** In zoom levels; negative zooms out. */
  zoomBy: (levels: number) => void
  /** Pixels, right and down. */
  panBy: (x: number, y: number) => void
  fit: (bounds: MapBounds) => void
  bounds: () => MapBounds
  place: () => MapPlace
  /** Centres a place, zooming in to at least `leastZoom`. */
  show: (position: readonly [number, number], leastZoom: number) => void
  project: (position: readonly [number, number]) => { x: number; y: number }
  unproject: (point: { readonly x: number; readonly y: number }) => readonly [longitude: number, latitude: number]
}

export interface BasemapProps {
  readonly start: MapPlace
  readonly layers: Layer[]
  onPick: (info: PickingInfo) => void
  /** Called for each frame. */
  onMove: (zoom: number) => void
  onReady: (controls: BasemapControls) => void
  onFailure: () => void
}
