import { beforeAll, describe, expect, test } from 'vitest'
import { areaText, type Area, type Position } from '#contract/households/area'
import { Fault } from '../../../http/faults'
import type { LoadedSnapshot } from '../snapshots/service'
import { makeSnapshot } from '../snapshots/testing/households'
import { bindCatalogue, type SnapshotCatalogue } from './boundCatalogue'
import { readFacts } from './facts'
import { compileSelections } from './compileFilters'

/** Always the same ones, from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000
}

const HOUSEHOLDS = 600
let places: Position[]
let snapshot: LoadedSnapshot
let catalogue: SnapshotCatalogue

beforeAll(async () => {
  const next = numbersFrom(11)
  places = Array.from({ length: HOUSEHOLDS }, () => [-2.4 + next() * 0.2, 53.3 + next() * 0.2])
  snapshot = await makeSnapshot(
    places.map(([longitude, latitude], index) => ({ household_reference: `TST-${index}`, longitude, latitude })),
  )
  catalogue = bindCatalogue(await readFacts(snapshot))
})

/** A star, whose edges never cross. */
const star = (next: () => number, corners: number, [x, y]: Position, size: number): Position[] =>
  Array.from({ length: corners }, (_, index) => {
    const angle = ((index + next() * 0.9) / corners) * 2 * Math.PI
    const radius = size * (0.3 + next() * 0.7)
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
  })

/** How often a ring goes round a place, by the angles at it: another rule than the one in SQL. */
function windings([x, y]: Position, ring: readonly Position[]): number {
  const angles = ring.map(([a, b]) => Math.atan2(b - y, a - x))
  const turned = angles.reduce((sum, angle, index) => {
    const turn = (angles[(index + 1) % angles.length] ?? angle) - angle
    return sum + (turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn)
  }, 0)
  return Math.round(turned / (2 * Math.PI))
}

const insideByHand = (area: Area) =>
  places.flatMap((at, row) =>
    area.some(([outer = [], ...holes]) => windings(at, outer) !== 0 && holes.every((hole) => windings(at, hole) === 0))
      ? [row]
      : [],
  )

const requestOf = (...values: string[]) => ({
  filter_request_list: [],
  dynamic_filter_value_request_list: [{ filter_name: 'area', filter_value_list: values }],
})

async function matching(area: Area): Promise<number[]> {
  const selections = compileSelections(requestOf(areaText(area)), catalogue)
  const bits = await snapshot.matches(selections.map(({ condition }) => condition))
  return places.flatMap((_, row) => (((bits[row >> 3] ?? 0) >> (row & 7)) & 1 ? [row] : []))
}

describe('an area has the households in it', () => {
  test.each([3, 4, 7, 20, 100, 250])('with %i corners, a hole and a second part', async (corners) => {
    const next = numbersFrom(corners)
    for (let round = 0; round < 4; round++) {
      const middle: Position = [-2.4 + next() * 0.15, 53.3 + next() * 0.2]
      const outer = star(next, corners, middle, 0.08)
      // Within what every star holds.
      const hole = star(next, Math.min(corners, 40), middle, 0.005)
      const second = star(next, Math.min(corners, 100), [-2.1, 53.4], 0.06)
      for (const area of [[[outer]], [[outer, hole]], [[outer, hole], [second]]]) {
        if (corners === 3 && area[0]?.length === 2) continue
        expect(await matching(area)).toEqual(insideByHand(area))
      }
    }
  })

  test('also where edges run along a latitude, or through the latitude of a corner', async () => {
    const at = places[0] ?? [0, 0]
    const steps: Area = [
      [
        [
          [-2.5, 53.2],
          [-2.1, 53.2],
          [-2.1, at[1]],
          [-2.3, at[1]],
          [-2.3, 53.45],
          [-2.5, 53.45],
        ],
      ],
    ]
    const rows = await matching(steps)
    expect(rows.filter((row) => row !== 0)).toEqual(insideByHand(steps).filter((row) => row !== 0))
  })
})

describe('an area is refused', () => {
  const square = (west: number, south: number, size = 0.1): Area => [
    [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
      ],
    ],
  ]
  const refused = (...values: string[]) => {
    try {
      return compileSelections(requestOf(...values), catalogue).map(({ condition }) => condition)
    } catch (error) {
      return error instanceof Fault ? error.fields : error
    }
  }
  const AT = 'dynamic_filter_value_request_list.0.filter_value_list'

  test('beyond 50 km from the wards', () => {
    const problem = 'This area reaches more than 50 km beyond your organisation’s wards.'
    // The wards end at 53.5° north and 2.2° west.
    expect(refused(areaText(square(-2.3, 53.84)))).toMatchObject([{ kind: 'inside' }])
    expect(refused(areaText(square(-2.3, 53.86)))).toEqual({ [`${AT}.0`]: problem })
    expect(refused(areaText(square(-1.56, 53.3)))).toMatchObject([{ kind: 'inside' }])
    expect(refused(areaText(square(-1.5, 53.3)))).toEqual({ [`${AT}.0`]: problem })
  })
  test('when it is none', () => {
    expect(refused('Hale Barns')).toEqual({ [`${AT}.0`]: 'An area is a GeoJSON Polygon or MultiPolygon.' })
  })
  test('beside a second one', () => {
    const one = areaText(square(-2.3, 53.4))
    expect(refused(one, one)).toEqual({ [AT]: 'There is one area at a time.' })
  })
  test('in the list of the other filters', () => {
    const request = { ...requestOf(), dynamic_filter_value_request_list: [] }
    request.filter_request_list.push(...([{ filter_name: 'area', filter_value_list: ['x'] }] as never[]))
    expect(() => compileSelections(request, catalogue)).toThrow(Fault)
  })
})
