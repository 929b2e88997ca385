import { describe, expect, it } from 'vitest'
import { BASEMAP_KINDS } from '#contract/map'
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

  it('draws every kind of feature that the server knows', () => {
    const drawn = JSON.stringify(mapStyle({ pmtiles_url: null, features: [] }, colours).layers)
    for (const kind of BASEMAP_KINDS) expect(drawn).toContain(`"${kind}"`)
  })
})
