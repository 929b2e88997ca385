import { describe, expect, it } from 'vitest'
import { BASEMAP_KINDS } from '#contract/households/map'
import { mapStyle } from './mapStyle'
import { colours } from './testing/colours'

describe('the open basemap', () => {
  it.each([
    ['the features of the server', mapStyle({ pmtiles_url: null, features: [] }, colours)],
    ['a PMTiles file', mapStyle({ pmtiles_url: '/files/area.pmtiles', features: [] }, colours)],
  ])('draws %s with each layer named once, and no file of glyphs or sprites to fetch', (_, style) => {
    const names = style.layers.map(({ id }) => id)
    expect(new Set(names).size).toBe(names.length)
    const sources = style.layers.flatMap((layer) => ('source' in layer ? [layer.source] : []))
    expect([...new Set(sources)]).toEqual(Object.keys(style.sources))
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
  })

  it('draws archives from before version 4 of Protomaps too', () => {
    const { layers } = mapStyle({ pmtiles_url: '/files/area.pmtiles', features: [] }, colours)
    const railways = layers.find(({ id }) => id === 'railways-older')
    expect(railways).toMatchObject({ 'source-layer': 'transit' })
    expect(JSON.stringify(railways)).toContain('pmap:kind')
  })

  it('names small places only from nearby', () => {
    const { layers } = mapStyle({ pmtiles_url: '/files/area.pmtiles', features: [] }, colours)
    const minZoom = (name: string) => layers.find(({ id }) => id === name)?.minzoom ?? 0
    expect(minZoom('small-place-names')).toBeGreaterThan(minZoom('place-names'))
  })

  it('draws every kind of feature that the server knows, but places, whose names stand above the data', () => {
    const drawn = JSON.stringify(mapStyle({ pmtiles_url: null, features: [] }, colours).layers)
    for (const kind of BASEMAP_KINDS) expect(drawn.includes(`"${kind}"`)).toBe(kind !== 'place')
  })
})
