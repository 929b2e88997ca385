import { expect, it } from 'vitest'
import type { BasemapFeature, WardFeature } from '#contract/households/map'
import { placesInWards } from './placesInWards'

const square = (west: number, size = 1) =>
  [
    [west, 50],
    [west + size, 50],
    [west + size, 50 + size],
    [west, 50 + size],
    [west, 50],
  ] satisfies [number, number][]

const ward = (code: string, name: string, geometry: WardFeature['geometry']): WardFeature => ({
  type: 'Feature',
  id: code,
  geometry,
  properties: {
    ward_code: code,
    ward_name: name,
    ward_name_welsh: '',
    local_authority_code: 'L1',
    local_authority_name: 'Trafford',
    local_authority_name_welsh: '',
    longitude: 0,
    latitude: 50,
    household_count: 0,
  },
})
const place = (name: string, longitude: number, kind: 'place' | 'park' = 'place'): BasemapFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, 50.5] },
  properties: { kind, name },
})

it('gives each place the ward around it, unless wards are called by it', () => {
  const hole = square(2.4, 0.9).map(([x, y]): [number, number] => [x, y + 0.05])
  const wards = [
    ward('W1', 'Bucklow-St Martins', { type: 'MultiPolygon', coordinates: [[square(-9)], [square(0)]] }),
    ward('W2', 'Sale Moor', { type: 'Polygon', coordinates: [square(1)] }),
    ward('W3', 'Manor', { type: 'Polygon', coordinates: [square(2, 2), hole] }),
  ]
  const features = [
    place('Partington', 0.5),
    place('Partington ', 0.6),
    place('Carrington', -8.5),
    place('Partington', 1.5),
    place('SALE', 1.5),
    place('St. Martin’s', 0.2),
    place('St Martin', 0.2),
    place('In the hole', 2.8),
    place('Beyond', 20),
    place('', 0.5),
    place('Cross Lane Park', 0.5, 'park'),
  ]
  expect(placesInWards(features, wards).map(({ name, wardCode }) => `${name} ${wardCode}`)).toEqual([
    'Carrington W1',
    'Partington W1',
    'Partington W2',
    'St Martin W1',
  ])
  expect(placesInWards([], wards)).toEqual([])
})
