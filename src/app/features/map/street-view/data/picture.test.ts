import { describe, expect, it } from 'vitest'
import { HOUSEHOLDS, WARDS } from '../testing/fakeMapServer'
import { makeHouseholdPicture } from '../testing/pictures'
import {
  boundsOfPicture,
  boundsOfPositions,
  countOutside,
  dotSelection,
  dotVisibility,
  householdCount,
  isMatch,
  matchesFromBits,
  matchingRows,
  matchingRowsOfDot,
  describeSelection,
} from './picture'
import { groupByCoordinate } from './points'

const EVERYTHING = { filter_request_list: [], dynamic_filter_value_request_list: [] }

describe('what lies outside a view', () => {
  const view = [-2.305, 53.395, -2.295, 53.405] as const
  it('counts the households that match', () => {
    expect(countOutside(makeHouseholdPicture([true, true, true]), view)).toBe(1)
    expect(countOutside(makeHouseholdPicture([true, true, false]), view)).toBe(0)
    expect(countOutside(makeHouseholdPicture([true, true, true]), [0, 0, 1, 1])).toBe(3)
  })
  it('counts those of wards that lie wholly outside', () => {
    const picture = { view: 'ward', headlines: [], wards: WARDS, request: EVERYTHING, lastFigures: null } as const
    expect(countOutside(picture, [0.9, 0.9, 3, 3])).toBe(0)
    expect(countOutside(picture, [1.1, 0, 3, 3])).toBe(3)
  })
})

describe('the tooltip of a dot', () => {
  it('names the first household that matches, how many there are, and the rest', () => {
    const picture = makeHouseholdPicture([true, true, true])
    expect(describeSelection(picture, { kind: 'dot', dot: 0 })).toEqual({
      title: 'H1',
      welshTitle: '',
      householdCount: 2,
      otherReferences: ['H2'],
      wardCode: null,
      position: HOUSEHOLDS[0]?.at,
    })
  })

  it('leaves out households that the filters do not match, and closes when none is left', () => {
    expect(describeSelection(makeHouseholdPicture([false, true, true]), { kind: 'dot', dot: 0 })).toMatchObject({
      title: 'H2',
      householdCount: 1,
      otherReferences: [],
    })
    expect(describeSelection(makeHouseholdPicture([false, false, true]), { kind: 'dot', dot: 0 })).toBeNull()
  })

  it('is reached from a row of the list', () => {
    const picture = makeHouseholdPicture([true, true, false])
    expect(dotSelection(picture, 1)).toEqual({ kind: 'dot', dot: 0 })
    expect(dotSelection(picture, 2)).toBeNull()
  })
})

describe('the tooltip of a ward', () => {
  const picture = { view: 'ward', headlines: [], wards: WARDS, request: EVERYTHING, lastFigures: null } as const

  it('names the ward, in Welsh too where it has a name, and its count', () => {
    expect(describeSelection(picture, { kind: 'ward', code: 'W1' })).toMatchObject({
      title: 'Abbey',
      welshTitle: 'Abaty',
      householdCount: 2,
    })
    expect(describeSelection(picture, { kind: 'ward', code: 'W3' })).toMatchObject({
      welshTitle: '',
      householdCount: 0,
    })
  })

  it('does not outlive its view', () => {
    expect(describeSelection(picture, { kind: 'dot', dot: 0 })).toBeNull()
    expect(describeSelection(null, { kind: 'ward', code: 'W1' })).toBeNull()
  })
})

describe('a picture', () => {
  it('counts and encloses what it shows, not what it hides', () => {
    const some = makeHouseholdPicture([false, false, true])
    expect(householdCount(some)).toBe(1)
    expect(boundsOfPicture(some)).toEqual([-2.31, 53.41, -2.31, 53.41])
    expect(boundsOfPicture(makeHouseholdPicture([false, false, false]))).toBeNull()
    expect(householdCount({ view: 'ward', headlines: [], wards: WARDS, request: EVERYTHING, lastFigures: null })).toBe(
      3,
    )
    expect(
      boundsOfPicture({ view: 'ward', headlines: [], wards: WARDS, request: EVERYTHING, lastFigures: null }),
    ).toEqual([0, 0, 1, 1])
  })
})

describe('matches', () => {
  // Rows 0, 3, 8 and 9 of ten; the last byte carries a stray bit after the last row.
  const matches = matchesFromBits(Uint8Array.of(0b00001001, 0b10000011), 10)

  it('reads one bit a row, lowest first, and counts only rows that exist', () => {
    expect(matches.count).toBe(4)
    expect(Array.from(matchingRows(matches))).toEqual([0, 3, 8, 9])
    expect(isMatch(matches, 3)).toBe(true)
    expect(isMatch(matches, 4)).toBe(false)
    expect(isMatch(matches, 15)).toBe(false)
  })

  it('shows a dot when any household on it matches, and lists only those that do', () => {
    const longitude = Float64Array.of(1, 1, 1, 1, 2, 2, 2, 2, 3, 3)
    const dots = groupByCoordinate(longitude, longitude)
    expect(Array.from(dotVisibility(matches, dots))).toEqual([1, 0, 1])
    expect(matchingRowsOfDot(matches, dots, 0)).toEqual([0, 3])
    expect(matchingRowsOfDot(matches, dots, 1)).toEqual([])
  })
})

describe('bounds', () => {
  const positions = Float64Array.of(-2.3, 53.4, -2.5, 53.5, 9, 9)
  it('enclose what is included, and are absent for nothing', () => {
    expect(boundsOfPositions(positions, (index) => index < 2)).toEqual([-2.5, 53.4, -2.3, 53.5])
    expect(boundsOfPositions(positions, () => false)).toBeNull()
  })
})
