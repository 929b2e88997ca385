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
const at = (of: ReturnType<typeof facets>, range: [number, number]) => {
  const found = along(of, 'age')?.(range)
  return found && [found.households, ...['true', 'false'].map((value) => found.countOf('carer', value))]
}

it('counts whole numbers exactly while a slider moves, and leaves its own bins as they are', () => {
  const ages = facets(60, 62, [1, 2, 3])
  expect(at(ages, [61, 62])).toEqual([10, 3, 7])
  expect(at(ages, [60, 60])).toEqual([3, 1, 2])
  expect(along(ages, 'age')?.([61, 62]).binsOf('age')).toEqual([1, 2, 3])
})

it('counts the wider bins whose middle is inside', () => {
  const incomes = facets(0, 300, [1, 2, 3])
  expect(at(incomes, [60, 240])).toEqual([4, 0, 4])
  expect(at(incomes, [120, 130])).toEqual([0, 0, 0])
})

it('counts the bins of another range', () => {
  const { along: ofTwo } = sliderIndex({ counts: Uint32Array.of(1, 2, 0, 4), households: [3, 4], sizes: [0, 2] })
  const two = [
    { filter_name: 'age', minimum: 60, maximum: 61, bins: [1, 2] },
    { filter_name: 'income', minimum: 0, maximum: 1, bins: [9, 9] },
  ]
  expect(ofTwo({ household_count: 9, facets: two }, 'age')?.([61, 61]).binsOf('income')).toEqual([0, 4])
})

it('counts nothing by an index of another catalogue', () => {
  expect(along(facets(0, 300, [1, 2]), 'age')).toBeUndefined()
})
