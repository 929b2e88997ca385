import type { Layer } from '@deck.gl/core'
import { GeoJsonLayer } from '@deck.gl/layers'
import type { Area } from '#contract/households/area'
import type { MapPalette } from './palette'

const OUTLINE_PIXELS = 2.5

/** Out of 255. */
const FILL_OPACITY = 24

/** The selected area. */
export function areaLayer(area: Area, palette: MapPalette): Layer {
  const coordinates = area.map((rings) => rings.map((ring) => [...ring, ...ring.slice(0, 1)].map((at) => [...at])))
  return new GeoJsonLayer({
    id: 'area',
    data: { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } },
    getFillColor: [...palette.area, FILL_OPACITY],
    getLineColor: [...palette.area],
    getLineWidth: OUTLINE_PIXELS,
    lineWidthUnits: 'pixels',
    lineJointRounded: true,
    updateTriggers: { getFillColor: palette, getLineColor: palette },
  })
}
