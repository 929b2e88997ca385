import { beforeEach, expect, test } from 'vitest'
import type { WardFeature } from '#contract/map'
import { Offline, Refused } from '../api/errors'
import { appStore } from './store'
import { currentShelves } from './storage'
import { lastCentre, lastFiguresAtom, withLastOutlines, withLastWards } from './wardFigures'

const ward = (latitude: number, household_count: number): WardFeature => ({
  type: 'Feature',
  id: String(latitude),
  geometry: { type: 'Polygon', coordinates: [[[0, 0], [0, 1], [1, 1], [0, 0]]] },
  properties: {
    ward_code: 'W1', ward_name: 'Aldham', ward_name_welsh: '', local_authority_code: 'L1', local_authority_name: 'Northmere',
    local_authority_name_welsh: '', longitude: 1, latitude, household_count,
  },
})
const offline = () => Promise.reject(new Offline())

const asking = (...filters: [string, string[]][]) => ({
  filter_request_list: filters.map(([filter_name, filter_value_list]) => ({ filter_name, filter_value_list })),
  dynamic_filter_value_request_list: [],
})
const NOTHING_PICKED = asking()
const FLATS = asking(['home', ['flat', 'house']], ['tenure', ['rented']])
const counts = (wards: WardFeature[]) => wards.map(({ properties }) => properties.household_count)
const shown = () => appStore.get(lastFiguresAtom)

beforeEach(() => currentShelves().kept.replace([]))

test('without a line the last figures are shown, with their time; with one, none is', async () => {
  await expect(withLastWards(FLATS, offline)).rejects.toThrow('You are offline')
  await withLastWards(FLATS, async () => [ward(50, 3), ward(52, 4)])
  expect(shown()).toBeNull()
  expect(counts(await withLastWards(FLATS, offline))).toEqual([3, 4])
  expect(shown()).toEqual({ asAt: expect.stringMatching(/^\d{4}-/) as string, isOfOtherFilters: false })
  expect(await lastCentre()).toEqual({ lat: 51, lng: 1 })
  await withLastWards(FLATS, async () => [ward(50, 5)])
  expect(shown()).toBeNull()
})

test('figures of other filters than are picked now say so; the order of filters and values is no difference', async () => {
  await withLastWards(FLATS, async () => [ward(50, 3)])
  await withLastWards(asking(['tenure', ['rented']], ['home', ['house', 'flat']]), offline)
  expect(shown()?.isOfOtherFilters).toBe(false)
  for (const other of [NOTHING_PICKED, asking(['home', ['flat']], ['tenure', ['rented']]), asking(['home', ['flat', 'house', 'rented']])]) {
    await withLastWards(other, offline)
    expect(shown()?.isOfOtherFilters).toBe(true)
  }
})

test('the filters themselves do not lie on the device', async () => {
  const byReference = { filter_request_list: [], dynamic_filter_value_request_list: [{ filter_name: 'household_references', filter_value_list: ['NOR-1'] }] }
  await withLastWards(byReference, async () => [ward(50, 3)])
  const kept = JSON.stringify(await currentShelves().kept.list())
  expect(kept).not.toMatch(/NOR-1|household_references/)
  await withLastWards(byReference, offline)
  expect(shown()?.isOfOtherFilters).toBe(false)
})

test('names and boundaries of all wards take the place of nothing that the ward map has shown', async () => {
  await withLastOutlines(NOTHING_PICKED, async () => [ward(50, 7)])
  expect(counts(await withLastWards(NOTHING_PICKED, offline))).toEqual([7])
  await withLastOutlines(NOTHING_PICKED, async () => [ward(50, 8)])
  expect(counts(await withLastWards(NOTHING_PICKED, offline))).toEqual([8])
  await withLastWards(FLATS, async () => [ward(50, 3)])
  await withLastOutlines(NOTHING_PICKED, async () => [ward(50, 9)])
  expect(counts(await withLastWards(FLATS, offline))).toEqual([3])
  const before = shown()
  expect(counts(await withLastOutlines(NOTHING_PICKED, offline))).toEqual([3])
  expect(shown()).toBe(before)
})

test('a refusal is not a missing line', async () => {
  await withLastWards(FLATS, async () => [ward(50, 3)])
  await expect(withLastWards(FLATS, () => Promise.reject(new Refused(403, 'unauthorized')))).rejects.toThrow('unauthorized')
})
