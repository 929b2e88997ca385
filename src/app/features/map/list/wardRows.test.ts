import { describe, expect, it } from 'vitest'
import { ward } from '../testing/fakeServer'
import { nextOrder, sortedWards } from './wardRows'

const wards = [ward('1', 'Ysgol', 5, 'Ysgol'), ward('2', 'Abbey', 5), ward('3', 'Brook', 12, 'Ŵyn'), ward('4', 'Castle', 0)]
const names = (column: 'name' | 'welsh' | 'count', direction: 'asc' | 'desc') =>
  sortedWards(wards, { column, direction }).map(({ properties }) => properties.ward_name)

describe('sorting wards', () => {
  it('goes by number for counts, by name where they are equal', () => {
    expect(names('count', 'desc')).toEqual(['Brook', 'Abbey', 'Ysgol', 'Castle'])
    expect(names('count', 'asc')).toEqual(['Castle', 'Abbey', 'Ysgol', 'Brook'])
  })
  it('goes by the alphabet for names, accents included', () => {
    expect(names('name', 'desc')).toEqual(['Ysgol', 'Castle', 'Brook', 'Abbey'])
    expect(names('welsh', 'asc').slice(-2)).toEqual(['Brook', 'Ysgol'])
  })
  it('turns round at the second press, and starts another column in its natural way', () => {
    expect(nextOrder({ column: 'count', direction: 'desc' }, 'count')).toEqual({ column: 'count', direction: 'asc' })
    expect(nextOrder({ column: 'name', direction: 'desc' }, 'count')).toEqual({ column: 'count', direction: 'desc' })
    expect(nextOrder({ column: 'count', direction: 'desc' }, 'name')).toEqual({ column: 'name', direction: 'asc' })
  })
})
