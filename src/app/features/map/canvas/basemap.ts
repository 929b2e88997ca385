/**
 * What the map's layers stand on, whichever library draws it: the open basemap and
 * Google Maps are two components with these properties, and nothing else knows which is in use.
 */
import type { Layer, PickingInfo } from '@deck.gl/core'
import type { Bounds } from '../data/points'

/** Each library's own zoom, so that "zoom 10" is what either calls 10. */
export const INITIAL_ZOOM = 10

/** Close enough to tell one house from the next. */
export const STREET_ZOOM = 16

/** Pixels between what is fitted and the edge of the map. */
export const FIT_PADDING = 48

/** Pixels around the pointer in which an object counts as hit: a finger is not a pixel wide. */
export const PICKING_RADIUS = 8

export interface BasemapControls {
  /** In steps of one zoom level; negative zooms out. */
  zoomBy: (levels: number) => void
  /** In pixels, to the right and down. */
  panBy: (x: number, y: number) => void
  fit: (bounds: Bounds) => void
  /** Brings a place to the middle, no further out than `leastZoom`. */
  show: (position: readonly [number, number], leastZoom: number) => void
  /** Where a place is on the canvas, in pixels from its top left. */
  project: (position: readonly [number, number]) => { x: number; y: number }
}

export interface BasemapProps {
  readonly centre: { readonly lat: number; readonly lng: number }
  readonly layers: Layer[]
  /** A click, on an object of a layer or on empty space. */
  onPick: (info: PickingInfo) => void
  /** The camera moved; called for each frame of it. */
  onMove: (zoom: number) => void
  /** The map can be steered from now on. */
  onReady: (controls: BasemapControls) => void
  /** The map cannot be drawn. */
  onFailure: () => void
}
