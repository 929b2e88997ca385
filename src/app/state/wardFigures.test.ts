import { expect, test } from 'vitest'
import type { WardFeature } from '#contract/map'
import { Offline, Refused } from '../api/errors'
import { appStore } from './store'
import { lastCentre, wardFiguresAsAtAtom, withLastWards } from './wardFigures'

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

test('without a line the last figures are shown, with their time; with one, none is', async () => {
  await expect(withLastWards(offline)).rejects.toThrow('You are offline')
  await withLastWards(async () => [ward(50, 3), ward(52, 4)])
  expect(appStore.get(wardFiguresAsAtAtom)).toBeNull()
  const shown = await withLastWards(offline)
  expect(shown.map(({ properties }) => properties.household_count)).toEqual([3, 4])
  expect(appStore.get(wardFiguresAsAtAtom)).toMatch(/^\d{4}-/)
  expect(await lastCentre()).toEqual({ lat: 51, lng: 1 })
  await withLastWards(async () => [ward(50, 5)])
  expect(appStore.get(wardFiguresAsAtAtom)).toBeNull()
})

test('a refusal is not a missing line', async () => {
  await withLastWards(async () => [ward(50, 3)])
  await expect(withLastWards(() => Promise.reject(new Refused(403, 'unauthorized')))).rejects.toThrow('unauthorized')
})
