import { expect, it, vi } from 'vitest'
import { mapLoader } from './mapLoader'

const { loaded, prefetchPoints, device } = vi.hoisted(() => {
  const device = { answers: () => {}, asked: Promise.resolve() }
  device.asked = new Promise<void>((resolve) => (device.answers = resolve))
  return { loaded: vi.fn<(part: string) => void>(), prefetchPoints: vi.fn(async () => {}), device }
})
vi.mock('../features/map/canvas/webgl', () => ({ canDrawMap: () => true }))
vi.mock('../features/map/canvas/MapCanvas', () => {
  loaded('canvas')
  return { default: () => null }
})
vi.mock('../features/map/canvas/OpenBasemap', () => {
  loaded('basemap')
  return { default: () => null }
})
vi.mock('../state/device/start', () => ({ whoIsRemembered: () => device.asked }))
vi.mock('./map', () => ({ prefetchPoints }))

it('fetches the map’s code before it is known who is here, and its households after both', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  expect(mapLoader()).toBeNull()
  await vi.waitFor(() => expect(loaded.mock.calls.flat().toSorted()).toEqual(['basemap', 'canvas']))
  expect(fetched).not.toHaveBeenCalled()
  expect(prefetchPoints).not.toHaveBeenCalled()
  device.answers()
  await vi.waitFor(() => expect(prefetchPoints).toHaveBeenCalledOnce())
  expect(mapLoader()).toBeNull()
  expect(prefetchPoints).toHaveBeenCalledOnce()
})
