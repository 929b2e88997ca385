import { expect, it, vi } from 'vitest'
import { mapLoader } from './mapLoader'

const loaded = vi.hoisted(() => vi.fn<(part: string) => void>())
vi.mock('../features/map/canvas/webgl', () => ({ canDrawMap: () => true }))
vi.mock('../features/map/canvas/MapCanvas', () => {
  loaded('canvas')
  return { default: () => null }
})
vi.mock('../features/map/canvas/OpenBasemap', () => {
  loaded('basemap')
  return { default: () => null }
})

it('fetches the map’s code before it is known who is here, and no data', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  expect(mapLoader()).toBeNull()
  await vi.waitFor(() => expect(loaded.mock.calls.flat().toSorted()).toEqual(['basemap', 'canvas']))
  expect(fetched).not.toHaveBeenCalled()
})
