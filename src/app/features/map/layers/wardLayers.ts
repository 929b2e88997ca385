import type { Layer, PickingInfo } from '@deck.gl/core'
import { CollisionFilterExtension, type CollisionFilterExtensionProps } from '@deck.gl/extensions'
import { GeoJsonLayer, TextLayer } from '@deck.gl/layers'
import type { WardFeature } from '#contract/map'
import { figure } from '../../../lib/counts'
import type { MapPalette } from './palette'
import { countDomain, wardLineScale, wardColourScale, type Rgb } from './scales'

const WARD_LAYER_ID = 'wards'

/** From this zoom there is room for names. */
const ZOOM_OF_NAMES = 12

const OUTLINE_PIXELS = 1
const SELECTED_OUTLINE_PIXELS = 3
export interface WardLayerInput {
  readonly wards: readonly WardFeature[]
  readonly zoom: number
  readonly palette: MapPalette
  readonly selectedCode: string | null
}

/** Wards shaded by the log of their count, with the count. */
export function wardLayers({ wards, zoom, palette, selectedCode }: WardLayerInput): Layer[] {
  const colourOf = wardColours(wards, palette)
  return [
    new GeoJsonLayer<WardFeature['properties']>({
      id: WARD_LAYER_ID,
      data: { type: 'FeatureCollection', features: [...wards] },
      pickable: true,
      filled: true,
      stroked: true,
      getFillColor: (ward) => [...colourOf(ward.properties.household_count), WARD_FILL_OPACITY],
      getLineColor: (ward) => [...(ward.properties.ward_code === selectedCode ? palette.selected : palette.wardLine)],
      getLineWidth: (ward) => (ward.properties.ward_code === selectedCode ? SELECTED_OUTLINE_PIXELS : OUTLINE_PIXELS),
      lineWidthUnits: 'pixels',
      lineWidthScale: wardLineScale(zoom),
      lineJointRounded: true,
      updateTriggers: {
        getFillColor: [palette, countDomain(counts(wards))],
        getLineColor: [palette, selectedCode],
        getLineWidth: selectedCode,
      },
    }),
    new TextLayer<WardFeature, CollisionFilterExtensionProps<WardFeature>>({
      id: 'ward-counts',
      data: wards,
      getPosition: ({ properties }) => [properties.longitude, properties.latitude],
      getText: ({ properties }) =>
        zoom < ZOOM_OF_NAMES
          ? figure(properties.household_count)
          : `${properties.ward_name}\n${figure(properties.household_count)}`,
      // Welsh names have letters beyond ASCII.
      characterSet: 'auto',
      getSize: 14,
      getColor: [...palette.label],
      fontFamily: 'Inter Variable, system-ui, sans-serif',
      fontWeight: 600,
      fontSettings: { sdf: true, fontSize: 64, buffer: 16, radius: 16 },
      outlineWidth: 12,
      outlineColor: [...palette.labelHalo, 255],
      // Of colliding labels, the larger count stays.
      extensions: [new CollisionFilterExtension()],
      collisionTestProps: { sizeScale: 1.6 },
      getCollisionPriority: ({ properties }) => Math.round(Math.log10(properties.household_count + 1) * 100),
      updateTriggers: { getColor: palette, getText: zoom < ZOOM_OF_NAMES },
    }),
  ]
}

/** Thin outlines, drawn when the streets are missing. */
export function wardOutlineLayer(wards: readonly WardFeature[], zoom: number, palette: MapPalette): Layer {
  return new GeoJsonLayer({
    id: 'ward-outlines',
    data: { type: 'FeatureCollection', features: [...wards] },
    filled: false,
    getLineColor: [...palette.wardLine],
    getLineWidth: OUTLINE_PIXELS,
    lineWidthUnits: 'pixels',
    lineWidthScale: wardLineScale(zoom),
  })
}

/** The code of the ward under the pointer, null for empty space. */
export function pickedWard(info: PickingInfo<WardFeature>): string | null {
  return info.layer?.id === WARD_LAYER_ID && info.object ? info.object.properties.ward_code : null
}

/** Of 255: roads show through. The legend uses the same. */
export const WARD_FILL_OPACITY = 215

/** The fill of a count; zero has a colour of its own. */
export function wardColours(wards: readonly WardFeature[], palette: MapPalette): (count: number) => Rgb {
  const domain = countDomain(counts(wards))
  const scale = domain && wardColourScale(domain, palette.wardLow, palette.wardHigh)
  return (count) => (count > 0 && scale ? scale(count) : palette.wardNone)
}

/** The household counts of wards. */
export function counts(wards: readonly WardFeature[]): number[] {
  return wards.map(({ properties }) => properties.household_count)
}
