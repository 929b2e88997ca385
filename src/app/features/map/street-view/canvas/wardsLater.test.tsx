import { expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../../testing/fakeWindow'
import { render, screen } from '../../../../testing/render'
import { fakeMapServer, HEADLINES, WARDS } from '../testing/fakeMapServer'
import MapCanvas from './MapCanvas'
import { EMPTY_CANVAS } from './testing/canvasProps'

const { line, restore } = vi.hoisted(() => {
  let restore = () => {}
  return { line: new Promise<void>((resolve) => (restore = resolve)), restore: () => restore() }
})
vi.mock('./OpenBasemap', () => ({ default: () => <p>Open basemap</p> }))
vi.mock('./webgl', () => ({ canDrawMap: () => true }))
vi.mock('../layers/shapes', async (load) => {
  await line
  return load()
})

it('says that the wards are loading, while what draws them comes on a slow line', async () => {
  fakeWindowWidth(1440)
  fakeMapServer({ '/api/basemap': () => Response.json({ pmtiles_url: null, attribution: 'Made up', features: [] }) })
  const request = { filter_request_list: [], dynamic_filter_value_request_list: [] }
  const picture = { view: 'ward', headlines: HEADLINES, wards: WARDS, request, lastFigures: null } as const
  render(<MapCanvas {...EMPTY_CANVAS} picture={picture} />)
  expect(await screen.findByText('Loading wards…')).toBeTruthy()
  restore()
  expect(await screen.findByText('Households in a ward')).toBeTruthy()
  expect(screen.queryByText('Loading wards…')).toBeNull()
})
