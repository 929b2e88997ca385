import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../testing/fakeServer'
import { keepMap } from './keepMap'

vi.mock('../../../state/device/tables', async (actual) => ({ ...(await actual()), isKeptOnDevice: () => true }))
vi.mock('./canvas/webgl', () => ({ mayDrawMap: () => mayDraw }))
vi.mock('../../../lib/whenIdle', () => ({ whenIdle: async () => {} }))

let mayDraw = true

beforeEach(() => {
  mayDraw = true
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: {} })
})
afterEach(() => vi.unstubAllGlobals())

const asked = async (connection?: object) => {
  Object.assign(navigator, { connection })
  const seen = fakeServer({})
  await keepMap()
  return seen.map(({ path }) => path)
}

test.each([
  ['saves data', { saveData: true, effectiveType: '4g' }],
  ['has a slow connection', { saveData: false, effectiveType: '2g' }],
])('nothing is fetched ahead for somebody who %s', async (_, connection) => {
  expect(await asked(connection)).toEqual([])
})

test.each([
  ['a good line', { saveData: false, effectiveType: '4g' }],
  ['a browser that does not say', undefined],
])('wards and streets are fetched ahead on %s', async (_, connection) => {
  const paths = await asked(connection)
  expect(paths).toContain('/api/streetview-ward-data')
  expect(paths).toContain('/api/basemap')
})

test('a device that cannot draw the map gets wards, and no streets', async () => {
  mayDraw = false
  const paths = await asked()
  expect(paths).toContain('/api/streetview-ward-data')
  expect(paths).not.toContain('/api/basemap')
})
