import { beforeEach, expect, test } from 'vitest'
import type { FilterRequest } from '#contract/households/filters'
import type { WardFeature } from '#contract/households/map'
import { deviceTables } from '../../../../state/device/tables'
import { keepOutlines, keepWards, lastCentre, lastWards } from './wards'

const ward = (latitude: number, household_count: number): WardFeature => ({
  type: 'Feature',
  id: String(latitude),
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    ],
  },
  properties: {
    ward_code: 'W1',
    ward_name: 'Aldham',
    ward_name_welsh: '',
    local_authority_code: 'L1',
    local_authority_name: 'Northmere',
    local_authority_name_welsh: '',
    longitude: 1,
    latitude,
    household_count,
  },
})
const asking = (...filters: [string, string[]][]) => ({
  filter_request_list: filters.map(([filter_name, filter_value_list]) => ({ filter_name, filter_value_list })),
  dynamic_filter_value_request_list: [],
})
const NOTHING_PICKED = asking()
const FLATS = asking(['home', ['flat', 'house']], ['tenure', ['rented']])
const counts = async (request: FilterRequest) =>
  (await lastWards(request))?.wards.map(({ properties }) => properties.household_count)
const areOfOtherFilters = async (request: FilterRequest) => (await lastWards(request))?.lastFigures?.isOfOtherFilters

beforeEach(() => deviceTables().kept.replace([]))

test('the wards that were shown last are there with their time, and the middle of them', async () => {
  expect(await lastWards(FLATS)).toBeNull()
  expect(await lastCentre()).toBeNull()
  await keepWards(FLATS, [ward(50, 3), ward(52, 4)], 'October 2026')
  expect(await counts(FLATS)).toEqual([3, 4])
  expect((await lastWards(FLATS))?.lastFigures).toEqual({
    asAt: expect.stringMatching(/^\d{4}-/) as string,
    month: 'October 2026',
    isOfOtherFilters: false,
  })
  expect(await lastCentre()).toEqual({ lat: 51, lng: 1 })
})

test('figures of other filters than are selected now say so; the order of filters and values is no difference', async () => {
  await keepWards(FLATS, [ward(50, 3)], null)
  expect(await areOfOtherFilters(asking(['tenure', ['rented']], ['home', ['house', 'flat']]))).toBe(false)
  for (const other of [
    NOTHING_PICKED,
    asking(['home', ['flat']], ['tenure', ['rented']]),
    asking(['home', ['flat', 'house', 'rented']]),
  ]) {
    expect(await areOfOtherFilters(other)).toBe(true)
  }
})

test('the filters themselves do not lie on the device', async () => {
  const byReference = {
    filter_request_list: [],
    dynamic_filter_value_request_list: [{ filter_name: 'household_references', filter_value_list: ['NOR-1'] }],
  }
  await keepWards(byReference, [ward(50, 3)], null)
  expect(JSON.stringify(await deviceTables().kept.list())).not.toMatch(/NOR-1|household_references/)
  expect(await areOfOtherFilters(byReference)).toBe(false)
})

test('names and boundaries of all wards replace nothing that the ward map has shown', async () => {
  await keepOutlines(NOTHING_PICKED, [ward(50, 7)], null)
  expect(await counts(NOTHING_PICKED)).toEqual([7])
  await keepOutlines(NOTHING_PICKED, [ward(50, 8)], null)
  expect(await counts(NOTHING_PICKED)).toEqual([8])
  await keepWards(FLATS, [ward(50, 3)], null)
  await keepOutlines(NOTHING_PICKED, [ward(50, 9)], null)
  expect(await counts(FLATS)).toEqual([3])
})
