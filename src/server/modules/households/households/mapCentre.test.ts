import { expect, test } from 'vitest'
import { notFound } from '../../../http/faults'
import { findCentre } from './mapCentre'

const square = (west: number, south: number) => ({
  code: 'E1',
  name: 'Ashton',
  nameWelsh: '',
  localAuthorityCode: 'E2',
  localAuthorityName: 'Northmere',
  localAuthorityNameWelsh: '',
  longitude: west + 0.5,
  latitude: south + 0.5,
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, south],
        [west + 1, south],
        [west + 1, south + 1],
        [west, south],
      ] as [number, number][],
    ],
  },
})

const noSnapshot = () =>
  Promise.reject(notFound('No month has been published yet. Administrators publish one in Settings, under Data.'))

test('the organisation’s own centre', async () => {
  expect(await findCentre({ mapLatitude: 53.4, mapLongitude: -2.3 }, noSnapshot)).toEqual({ lat: 53.4, lng: -2.3 })
})

test('else the middle of its wards', async () => {
  const wards = [square(-3, 51), square(-1, 53)]
  expect(await findCentre({ mapLatitude: null, mapLongitude: null }, async () => ({ wards }))).toEqual({
    lat: 52.5,
    lng: -1.5,
  })
})

test('one ward far away does not move it', async () => {
  const wards = [square(-3, 51), square(-3, 51), square(-3, 51), square(-7, 58)]
  const { lat, lng } = await findCentre({ mapLatitude: null, mapLongitude: null }, async () => ({ wards }))
  expect([lat, lng]).toEqual([51.5, -2.5])
})

test('a new organisation without either still gets a map', async () => {
  const { lat, lng } = await findCentre({ mapLatitude: null, mapLongitude: null }, noSnapshot)
  expect([Number.isFinite(lat), Number.isFinite(lng)]).toEqual([true, true])
})

test('a snapshot that is there and cannot be read is a fault, not another place', async () => {
  const broken = () => Promise.reject(new Error('IO Error'))
  await expect(findCentre({ mapLatitude: null, mapLongitude: null }, broken)).rejects.toThrow('IO Error')
})
