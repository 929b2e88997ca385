import { expect, it } from 'vitest'
import { ward } from '../testing/fakeServer'
import { NO_ROOM, wardLabels } from './wardLabels'

const at = (code: string, name: string, count: number, longitude: number) => {
  const made = ward(code, name, count)
  return { ...made, properties: { ...made.properties, longitude, latitude: 53.4 } }
}
const WARDS = [at('W1', 'Abbey', 20, -2.3), at('W2', 'Brookfield', 1_000, -2.29), at('W3', 'Castle', 3, -2.1)]
const figures = {
  valueOf: (code: string) => WARDS.find(({ id }) => id === code)?.properties.household_count ?? null,
  inWords: String,
}
const textsAt = (zoom: number) => wardLabels(WARDS, figures, zoom).map(({ text }) => text)

it('names wards with their figures as there is room, leaves the larger, and shows a sign for the others', () => {
  expect(textsAt(16)).toEqual(['Brookfield\n1000', 'Abbey\n20', 'Castle\n3'])
  // 116 pixels between two of them, then 58 and 29.
  expect(textsAt(13)).toEqual(['Brookfield\n1000', 'Abbey\n20', 'Castle\n3'])
  expect(textsAt(12)).toEqual(['Brookfield\n1000', '20', 'Castle\n3'])
  expect(textsAt(11)).toEqual([NO_ROOM, '1000', '3'])
})
