import { describe, expect, it } from 'vitest'
import { BASEMAP_KINDS } from '#contract/map'
import { openStyle } from './openStyle'
import { pmtilesStyle } from './pmtilesStyle'
import type { BasemapColours } from './styleLayers'

const colours: BasemapColours = {
  ground: '#111111',
  builtUp: '#222222',
  park: '#333333',
  water: '#444444',
  road: '#555555',
  roadEdge: '#666666',
  mainRoad: '#777777',
  mainRoadEdge: '#888888',
  path: '#999999',
  railway: '#aaaaaa',
  text: '#bbbbbb',
  textHalo: '#cccccc',
  waterText: '#dddddd',
  parkText: '#eeeeee',
}

describe('the open basemap', () => {
  it.each([
    ['the features of the server', openStyle([], colours)],
    ['a PMTiles file', pmtilesStyle('/files/area.pmtiles', colours)],
  ])('draws %s with each layer named once, and no file of glyphs or sprites to fetch', (_, style) => {
    const names = style.layers.map(({ id }) => id)
    expect(new Set(names).size).toBe(names.length)
    const sources = style.layers.flatMap((layer) => ('source' in layer ? [layer.source] : []))
    expect([...new Set(sources)]).toEqual(Object.keys(style.sources))
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
  })

  it('draws every kind of feature that the server knows', () => {
    const drawn = JSON.stringify(openStyle([], colours).layers)
    for (const kind of BASEMAP_KINDS) expect(drawn).toContain(`"${kind}"`)
  })
})
