/**
 * The open basemap's drawing rules: calm, so that the data stands out of it. Names are drawn by
 * MapLibre from the page's own font: a style without `glyphs` needs no glyph files and no network.
 */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Basemap } from '#contract/map'
import { fill, line, name, type BasemapColours, type Drawn } from './styleLayers'

const SOURCE = 'area'

/** A style over the features that the server sends. */
export function openStyle(features: Basemap['features'], colours: BasemapColours): StyleSpecification {
  const source: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features } }
  return {
    version: 8,
    sources: { [SOURCE]: source },
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': colours.ground } }, ...layers(colours)],
  }
}

function layers(colours: BasemapColours): LayerSpecification[] {
  const of = (kind: string): Drawn => ({ source: SOURCE, filter: ['==', ['get', 'kind'], kind] })
  const shapeOf = (shape: 'Polygon' | 'LineString', kind: string): Drawn => ({
    source: SOURCE,
    filter: ['all', ['==', ['get', 'kind'], kind], ['==', ['geometry-type'], shape]],
  })
  const areaOf = (kind: string) => shapeOf('Polygon', kind)
  const lineOf = (kind: string) => shapeOf('LineString', kind)
  return [
    fill('built-up', areaOf('built_up'), colours.builtUp),
    fill('parks', areaOf('park'), colours.park),
    fill('water', areaOf('water'), colours.water),
    line('rivers', lineOf('water'), colours.water, [10, 1.5, 14, 5, 18, 30]),
    line('paths', of('path'), colours.path, [13, 0.5, 16, 1.5, 19, 3], { minZoom: 13, dashes: [2, 2] }),
    line('street-edges', of('street'), colours.roadEdge, [11, 0.6, 14, 3.2, 16, 9, 19, 30], { minZoom: 11 }),
    line('main-road-edges', of('main_road'), colours.mainRoadEdge, [9, 1.6, 12, 3.5, 14, 6.5, 16, 14, 19, 42]),
    line('streets', of('street'), colours.road, [11, 0.4, 14, 2.2, 16, 7.5, 19, 28], { minZoom: 12 }),
    line('main-roads', of('main_road'), colours.mainRoad, [9, 0.8, 12, 2.3, 14, 5, 16, 12, 19, 39]),
    line('railways', of('railway'), colours.railway, [10, 0.8, 14, 1.6, 18, 3], { dashes: [4, 2] }),
    name('street-names', of('street'), colours.text, colours.textHalo, { along: true, size: 12, minZoom: 15 }),
    name('main-road-names', of('main_road'), colours.text, colours.textHalo, { along: true, size: 13, minZoom: 13 }),
    name('park-names', of('park'), colours.parkText, colours.textHalo, { size: 12, minZoom: 13 }),
    name('river-names', lineOf('water'), colours.waterText, colours.textHalo, { along: true, size: 13, minZoom: 11 }),
    name('lake-names', areaOf('water'), colours.waterText, colours.textHalo, { size: 12, minZoom: 12 }),
    name('place-names', of('place'), colours.text, colours.textHalo, { size: 14, minZoom: 9 }),
  ]
}
