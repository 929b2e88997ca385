/** Without `glyphs`, MapLibre draws names in the page's own font. */
import type { FilterSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Basemap } from '#contract/map'
import { OPEN_RULES, type OpenRule } from './openRules'
import { fill, line, name, type BasemapColours } from './styleLayers'

const SOURCE = 'area'

/** A style for the features that the server sends. */
export function openStyle(features: Basemap['features'], colours: BasemapColours): StyleSpecification {
  const source: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features } }
  return {
    version: 8,
    sources: { [SOURCE]: source },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
      ...OPEN_RULES.map((rule) => layer(rule, colours)),
    ],
  }
}

function layer(rule: OpenRule, colours: BasemapColours): LayerSpecification {
  const drawn = { source: SOURCE, filter: filterOf(rule) }
  const colour = colours[rule.colour]
  if (rule.draw === 'fill') return fill(rule.id, drawn, colour)
  if (rule.draw === 'line') return line(rule.id, drawn, colour, rule.width, rule)
  return name(rule.id, drawn, colour, colours.textHalo, rule)
}

function filterOf({ kind, shape }: OpenRule): FilterSpecification {
  const isKind: FilterSpecification = ['==', ['get', 'kind'], kind]
  return shape ? ['all', isKind, ['==', ['geometry-type'], shape]] : isKind
}
