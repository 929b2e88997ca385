/** Drawing rules for the layers of the Protomaps basemap (version 4). */
import type { FilterSpecification, StyleSpecification } from 'maplibre-gl'
import { fill, line, name, type BasemapColours, type Drawn } from './styleLayers'

const SOURCE = 'tiles'
const GREEN = ['park', 'forest', 'wood', 'grass', 'grassland', 'meadow', 'nature_reserve', 'cemetery', 'golf_course']

const from = (layer: string, filter?: FilterSpecification): Drawn => ({
  source: SOURCE,
  'source-layer': layer,
  ...(filter ? { filter } : {}),
})
const kinds = (...names: string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', names]]

/** A style for a PMTiles file at an address on this server. */
export function pmtilesStyle(url: string, colours: BasemapColours): StyleSpecification {
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'vector', url: `pmtiles://${new URL(url, location.href).href}` } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
      fill('built-up', from('landuse', kinds('residential', 'commercial', 'industrial')), colours.builtUp),
      fill('parks', from('landuse', kinds(...GREEN)), colours.park),
      fill('water', from('water'), colours.water),
      line('paths', from('roads', kinds('path')), colours.path, [13, 0.5, 16, 1.5, 19, 3], {
        minZoom: 13,
        dashes: [2, 2],
      }),
      line('street-edges', from('roads', kinds('minor_road')), colours.roadEdge, [11, 0.6, 14, 3.2, 16, 9, 19, 30]),
      line(
        'main-road-edges',
        from('roads', kinds('highway', 'major_road')),
        colours.mainRoadEdge,
        [9, 1.6, 12, 3.5, 14, 6.5, 16, 14, 19, 42],
      ),
      line('streets', from('roads', kinds('minor_road')), colours.road, [11, 0.4, 14, 2.2, 16, 7.5, 19, 28]),
      line(
        'main-roads',
        from('roads', kinds('highway', 'major_road')),
        colours.mainRoad,
        [9, 0.8, 12, 2.3, 14, 5, 16, 12, 19, 39],
      ),
      line('railways', from('roads', kinds('rail')), colours.railway, [10, 0.8, 14, 1.6, 18, 3], { dashes: [4, 2] }),
      name('street-names', from('roads', kinds('minor_road')), colours.text, colours.textHalo, {
        along: true,
        size: 12,
        minZoom: 15,
      }),
      name('main-road-names', from('roads', kinds('highway', 'major_road')), colours.text, colours.textHalo, {
        along: true,
        size: 13,
        minZoom: 13,
      }),
      name('place-names', from('places', kinds('locality', 'neighbourhood')), colours.text, colours.textHalo, {
        size: 14,
        minZoom: 9,
      }),
    ],
  }
}
