import { expect, it } from 'vitest'
import type { BasemapFeature } from '#contract/households/map'
import { placesIn } from './placeNames'

const place = (name: string, more: Partial<BasemapFeature['properties']> = {}): BasemapFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-2.3, 53.4] },
  properties: { kind: 'place', name, ...more },
})

it('names places, small ones only from nearby', () => {
  const features = [place('Sale'), place('Brooklands', { is_small: true }), place(''), place('Park', { kind: 'park' })]
  const names = (zoom: number) => placesIn(features, zoom).map(({ name }) => name)
  expect(names(11)).toEqual(['Sale'])
  expect(names(12)).toEqual(['Sale', 'Brooklands'])
})
