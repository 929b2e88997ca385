import { expect, it } from 'vitest'
import { sliderIndex } from './sliderIndex'

const facets = (minimum: number, maximum: number, bins: number[]) => ({
  household_count: 9,
  facets: [
    { filter_name: 'age', minimum, maximum, bins },
    {
      filter_name: 'carer',
      values: [
        { name: 'true', household_count: 4 },
        { name: 'false', household_count: 5 },
      ],
    },
  ],
})
/** Three bins, of two answers each. */
const { along } = sliderIndex({ counts: Uint32Array.of(1, 2, 0, 4, 3, 3), households: [3, 4, 6], sizes: [0, 2] })
const carers = (found: ReturnType<typeof along>) => {
  const facet = found?.facetOf('carer')
  return facet && 'values' in facet ? facet.values.map((value) => value.household_count) : undefined
}

it('counts whole numbers exactly while a slider moves, and leaves its own bins as they are', () => {
  const found = along(facets(60, 62, [1, 2, 3]), 'age', [61, 62])
  expect([found?.households, carers(found)]).toEqual([10, [3, 7]])
  expect(found?.facetOf('age')).toMatchObject({ bins: [1, 2, 3] })
  expect(along(facets(60, 62, [1, 2, 3]), 'age', [60, 60])?.households).toBe(3)
})

it('counts the wider bins whose middle is inside', () => {
  const found = along(facets(0, 300, [1, 2, 3]), 'age', [60, 240])
  expect([found?.households, carers(found)]).toEqual([4, [0, 4]])
  expect(along(facets(0, 300, [1, 2, 3]), 'age', [120, 130])?.households).toBe(0)
})

it('counts nothing by an index of another catalogue', () => {
  expect(along(facets(0, 300, [1, 2]), 'age', [0, 300])).toBeUndefined()
})
