import type { Layer } from '@deck.gl/core'
import { GeoJsonLayer, PathLayer, TextLayer } from '@deck.gl/layers'
import type { WardFeature } from '#contract/households/map'
import type { ShownWardFigures } from '../data/useWardFigures'
import type { MapPalette } from './palette'
import { findOutline, type Side } from './outline'
import { WARD_LAYER_ID } from './picking'
import { LABEL_SIZE, LINE_HEIGHT, type WardLabel } from './wardLabels'
import { wardColours, wardFillOpacity, wardLineScale } from './wardScales'

const OUTLINE_PIXELS = 1
const SELECTED_OUTLINE_PIXELS = 3

export interface WardLayerInput {
  readonly wards: readonly WardFeature[]
  readonly figures: ShownWardFigures
  readonly labels: readonly WardLabel[]
  readonly zoom: number
  readonly palette: MapPalette
  readonly selectedCode: string | null
}

/** Shaded by their figure, which labels them. */
export function wardLayers({ wards, figures, labels, zoom, palette, selectedCode }: WardLayerInput): Layer[] {
  const { colourOf } = wardColours(wards, figures, palette)
  const opacity = wardFillOpacity(zoom)
  const line = opacity === wardFillOpacity(0) ? palette.wardLine : palette.wardOutline
  return [
    new GeoJsonLayer<WardFeature['properties']>({
      id: WARD_LAYER_ID,
      data: { type: 'FeatureCollection', features: [...wards] },
      pickable: true,
      filled: true,
      stroked: true,
      getFillColor: (ward) => [...colourOf(figures.valueOf(ward.properties.ward_code)), opacity],
      getLineColor: (ward) => [...(ward.properties.ward_code === selectedCode ? palette.selected : line)],
      getLineWidth: (ward) => (ward.properties.ward_code === selectedCode ? SELECTED_OUTLINE_PIXELS : OUTLINE_PIXELS),
      lineWidthUnits: 'pixels',
      lineWidthScale: wardLineScale(zoom),
      lineJointRounded: true,
      updateTriggers: {
        getFillColor: [palette, figures, opacity],
        getLineColor: [line, selectedCode],
        getLineWidth: selectedCode,
      },
    }),
    new TextLayer<WardLabel>({
      id: 'ward-labels',
      data: labels,
      getPosition: ({ position: [longitude, latitude] }) => [longitude, latitude],
      getText: ({ text }) => text,
      // Welsh names have letters beyond ASCII.
      characterSet: 'auto',
      getSize: LABEL_SIZE,
      lineHeight: LINE_HEIGHT,
      getColor: [...palette.label],
      fontFamily: 'Inter Variable, system-ui, sans-serif',
      fontWeight: 600,
      fontSettings: { sdf: true, fontSize: 64, buffer: 16, radius: 16 },
      outlineWidth: 12,
      outlineColor: [...palette.labelHalo, 255],
      updateTriggers: { getColor: palette },
    }),
  ]
}

/** On the household map. */
export function wardOutlineLayer(wards: readonly WardFeature[], zoom: number, palette: MapPalette): Layer {
  return new GeoJsonLayer({
    id: 'ward-outlines',
    data: { type: 'FeatureCollection', features: [...wards] },
    filled: false,
    getLineColor: [...palette.wardOutline],
    getLineWidth: OUTLINE_PIXELS,
    lineWidthUnits: 'pixels',
    lineWidthScale: wardLineScale(zoom),
  })
}

const COUNCIL_OUTLINE_PIXELS = 1

/** The line around all wards. */
export function councilOutlineLayer(wards: readonly WardFeature[], palette: MapPalette): Layer {
  return new PathLayer<Side>({
    id: 'council-outline',
    data: findOutline(wards),
    getPath: (side) => side,
    getColor: [...palette.wardOutline],
    getWidth: COUNCIL_OUTLINE_PIXELS,
    widthUnits: 'pixels',
    capRounded: true,
    updateTriggers: { getColor: palette },
  })
}
