import type { Layer } from '@deck.gl/core'
import { DataFilterExtension, type DataFilterExtensionProps } from '@deck.gl/extensions'
import { ScatterplotLayer } from '@deck.gl/layers'
import type { Dots } from '../data/points'
import type { MapPalette } from './palette'
import { HOUSEHOLD_LAYER_ID } from './picking'
import { dotOpacity, householdRadius, type Rgb, type Spread } from './scales'

const SELECTED_RING_PIXELS = 3

// A new extension would make deck.gl compile its shaders again.
const showsMatching = new DataFilterExtension({ filterSize: 1 })

/** `positions` stays identical, so that filters upload only `visibility`. */
export interface DotAttributes {
  readonly length: number
  readonly attributes: {
    readonly getPosition: { readonly value: Float64Array; readonly size: 2 }
    readonly getFilterValue: { readonly value: Float32Array; readonly size: 1 }
    readonly getFillColor?: { readonly value: Uint8Array; readonly size: 4 }
  }
}

const positionsByDots = new WeakMap<Dots, { value: Float64Array; size: 2 }>()

/** `visibility`: 1 shows a dot, 0 hides it. */
export function dotAttributes(dots: Dots, visibility: Float32Array): DotAttributes {
  const getPosition = positionsByDots.get(dots) ?? { value: dots.positions, size: 2 }
  positionsByDots.set(dots, getPosition)
  return { length: dots.count, attributes: { getPosition, getFilterValue: { value: visibility, size: 1 } } }
}

/** The lowest class says the least and is drawn fainter. */
const LOWEST_CLASS_SHARE = 0.4

/** Coloured by class; the fewer above the lowest, the more they stand out. */
export function colouredDots(
  dots: DotAttributes,
  classes: { readonly ofDot: Uint8Array; readonly colours: readonly Rgb[] },
  { zoom, spread }: Pick<HouseholdLayerInput, 'zoom' | 'spread'>,
): DotAttributes {
  const { ofDot, colours } = classes
  const above = ofDot.reduce((count, own) => (own > 0 ? count + 1 : count), 0)
  const lowest = dotOpacity(zoom, spread) * LOWEST_CLASS_SHARE
  const others = dotOpacity(zoom, { ...spread, dots: above })
  const value = new Uint8Array(dots.length * 4)
  ofDot.forEach((own, dot) => value.set([...(colours[own] ?? []), own === 0 ? lowest : others], dot * 4))
  return { ...dots, attributes: { ...dots.attributes, getFillColor: { value, size: 4 } } }
}

export interface HouseholdLayerInput {
  readonly dots: DotAttributes
  readonly spread: Spread
  readonly zoom: number
  readonly palette: MapPalette
  readonly selected: readonly [number, number] | null
}

/** Filtered on the GPU; the selected dot has a ring. */
export function householdLayers({ dots, spread, zoom, palette, selected }: HouseholdLayerInput): Layer[] {
  const radius = householdRadius(zoom, spread)
  const sizes = {
    radiusUnits: 'meters',
    getRadius: radius.metres,
    radiusMinPixels: radius.minPixels,
    radiusMaxPixels: radius.maxPixels,
  } as const
  const households = new ScatterplotLayer<unknown, DataFilterExtensionProps>({
    id: HOUSEHOLD_LAYER_ID,
    data: dots,
    ...sizes,
    getFillColor: [...palette.household, dotOpacity(zoom, spread)],
    pickable: true,
    extensions: [showsMatching],
    filterRange: [0.5, 1.5],
  })
  if (!selected) return [households]
  const ring = new ScatterplotLayer<readonly [number, number]>({
    id: 'selected-household',
    data: [selected],
    getPosition: ([longitude, latitude]) => [longitude, latitude],
    ...sizes,
    radiusMinPixels: radius.minPixels + SELECTED_RING_PIXELS,
    radiusMaxPixels: radius.maxPixels + SELECTED_RING_PIXELS,
    filled: false,
    stroked: true,
    getLineColor: [...palette.selected],
    getLineWidth: SELECTED_RING_PIXELS,
    lineWidthUnits: 'pixels',
  })
  return [households, ring]
}
