import { expect, it } from 'vitest'
import { ward } from '../testing/fakeMapServer'
import type { MapBounds } from '../../../../state/mapView'
import { NO_ROOM, placeWardLabels } from './wardLabels'

const at = (code: string, name: string, count: number, longitude: number) => {
  const made = ward(code, name, count)
  return { ...made, properties: { ...made.properties, longitude, latitude: 53.4 } }
}
const WARDS = [at('W1', 'Abbey', 20, -2.3), at('W2', 'Brookfield', 1_000, -2.29), at('W3', 'Castle', 3, -2.1)]
const figures = {
  valueOf: (code: string) => WARDS.find(({ id }) => id === code)?.properties.household_count ?? null,
  inWords: String,
}
const textsAt = (zoom: number) => placeWardLabels(WARDS, figures, zoom, null).map(({ text }) => text)

it('names wards with their figures as there is room, leaves the larger, and shows a sign for the others', () => {
  expect(textsAt(16)).toEqual(['Brookfield\n1000', 'Abbey\n20', 'Castle\n3'])
  // 116 pixels between two of them, then 58 and 29.
  expect(textsAt(13)).toEqual(['Brookfield\n1000', 'Abbey\n20', 'Castle\n3'])
  expect(textsAt(12)).toEqual(['Brookfield\n1000', '20', 'Castle\n3'])
  expect(textsAt(11)).toEqual([NO_ROOM, '1000', '3'])
})

it('labels a ward where it is seen, from the zoom of names on, when its middle is out of sight', () => {
  const made = at('W1', 'Abbey', 20, -2.35)
  const corner = (longitude: number, latitude: number): [number, number] => [longitude, latitude]
  const ring = [corner(-2.4, 53.4), corner(-2.3, 53.4), corner(-2.3, 53.46), corner(-2.4, 53.46), corner(-2.4, 53.4)]
  const wards = [{ ...made, geometry: { type: 'Polygon' as const, coordinates: [ring] } }]
  const seen: MapBounds = [-2.32, 53.44, -2.28, 53.48]
  const placed = (zoom: number, view: MapBounds | null) =>
    placeWardLabels(wards, figures, zoom, view)[0]?.position ?? []
  const [longitude = 0, latitude = 0] = placed(15, seen)
  expect(longitude > -2.32 && longitude < -2.3 && latitude > 53.44 && latitude < 53.46).toBe(true)
  expect(placed(15, null)).toEqual([-2.35, 53.4])
  expect(placed(11, seen)).toEqual([-2.35, 53.4])
  expect(placed(15, [-2.36, 53.39, -2.34, 53.41])).toEqual([-2.35, 53.4])
  expect(placed(15, [0, 50, 1, 51])).toEqual([-2.35, 53.4])
})
