import { expect, it } from 'vitest'
import type { BasemapFeature } from '#contract/households/map'
import { namedPlaces, postcodeIn, searchPlaces } from './places'

const line = (name: string, ...coordinates: [number, number][]): BasemapFeature => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates },
  properties: { kind: 'street', name },
})
const point = (kind: 'place' | 'street' | 'railway', name: string, at: [number, number]): BasemapFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: at },
  properties: { kind, name },
})

const PLACES = namedPlaces([
  point('place', 'Sale', [-2.32, 53.42]),
  point('place', 'Hale', [-2.35, 53.37]),
  // Two pieces that a third joins, and a street of that name elsewhere.
  line('School Road', [-2.32, 53.42], [-2.319, 53.42]),
  line('School Road', [-2.305, 53.42], [-2.304, 53.42]),
  line('School Road', [-2.315, 53.42], [-2.31, 53.42]),
  point('street', 'School Road', [-2.35, 53.371]),
  point('railway', 'Sale', [-2.319, 53.424]),
  line('', [-2.3, 53.4], [-2.31, 53.4]),
])

it('joins the pieces of a street, and keeps streets of one name apart by the place that they are near', () => {
  expect(PLACES.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
    'Hale: Place',
    'Sale: Place',
    'Sale: Station near Sale',
    'School Road: Street near Sale',
    'School Road: Street near Hale',
  ])
  expect(PLACES[3]?.bounds.map((degrees) => degrees.toFixed(4))).toEqual(['-2.3215', '53.4185', '-2.3025', '53.4215'])
  expect(new Set(PLACES.map(({ id }) => id)).size).toBe(5)
})

it('finds names however they are written, first those that begin so', () => {
  const places = namedPlaces([line('St Ann’s Road', [0, 50]), line('Ánns Lane', [1, 50])])
  expect(searchPlaces(places, " ANN'S").map(({ name }) => name)).toEqual(['Ánns Lane', 'St Ann’s Road'])
  expect(searchPlaces(places, '')).toEqual([])
})

it('knows a whole postcode, and nothing else', () => {
  expect(['m332ab', ' M33  2AB', 'SW1A 1AA', 'M33', 'M33 2A', 'School Road'].map(postcodeIn)).toEqual([
    'M33 2AB',
    'M33 2AB',
    'SW1A 1AA',
    null,
    null,
    null,
  ])
})
