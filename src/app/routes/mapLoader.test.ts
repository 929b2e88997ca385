import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const fakes = vi.hoisted(() => {
  const engine = { comes: () => {}, fails: () => {}, awaited: Promise.resolve() }
  const device = { answers: () => {}, remembered: Promise.resolve() }
  const person = { signsIn: () => {}, signedIn: Promise.resolve() }
  return { engine, device, person, isLogoutPending: vi.fn<() => boolean>(), prefetchPoints: vi.fn(async () => {}) }
})
const { engine, device, person, isLogoutPending, prefetchPoints } = fakes
const loaded = vi.fn<(part: string) => void>()

vi.mock('../features/map/street-view/canvas/webgl', () => ({ canDrawMap: () => true }))
vi.mock('../state/device/signedOut', () => ({ isLogoutPending: fakes.isLogoutPending }))
vi.mock('../state/device/start', () => ({
  whoIsRemembered: () => fakes.device.remembered,
  whenSignedIn: () => fakes.person.signedIn,
}))
vi.mock('../features/map/street-view/data/households', () => ({ prefetchPoints: fakes.prefetchPoints }))
const fetched = vi.fn<typeof globalThis.fetch>()

beforeEach(() => {
  vi.resetModules()
  vi.clearAllMocks()
  vi.doMock('../features/map/street-view/canvas/MapCanvas', async () => {
    loaded('canvas')
    await engine.awaited
    return { default: () => null }
  })
  vi.doMock('../features/map/street-view/canvas/OpenBasemap', () => {
    loaded('basemap')
    return { default: () => null }
  })
  vi.stubGlobal('fetch', fetched.mockRejectedValue(new TypeError('offline')))
  isLogoutPending.mockReturnValue(false)
  engine.awaited = new Promise<void>((resolve, reject) => Object.assign(engine, { comes: resolve, fails: reject }))
  device.remembered = new Promise<void>((resolve) => (device.answers = resolve))
  person.signedIn = new Promise<void>((resolve) => (person.signsIn = resolve))
})

afterEach(() => vi.unstubAllGlobals())

/** As a new page does. */
async function load() {
  const { allowCalls } = await import('../api/endSession')
  allowCalls()
  const { mapLoader } = await import('./mapLoader')
  expect(mapLoader()).toBeNull()
  // The first import transforms the modules, which takes seconds on a busy machine.
  await vi.waitFor(() => expect(loaded.mock.calls.flat().toSorted()).toEqual(['basemap', 'canvas']))
  return mapLoader
}
/** Calls but for probes, which a page of an earlier test may still send. */
const asked = () => fetched.mock.calls.map(([path]) => path).filter((path) => path !== '/health')
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('fetches the map’s code before it is known who is here, and no data', async () => {
  await load()
  await settled()
  expect(asked()).toEqual([])
  device.answers()
  await vi.waitFor(() => expect(asked()).not.toEqual([]))
})

it('asks for the households once the map’s code is there and somebody is signed in, once', async () => {
  const mapLoader = await load()
  person.signsIn()
  await settled()
  expect(prefetchPoints).not.toHaveBeenCalled()
  engine.comes()
  await vi.waitFor(() => expect(prefetchPoints).toHaveBeenCalledOnce())
  expect(mapLoader()).toBeNull()
  await settled()
  expect(prefetchPoints).toHaveBeenCalledOnce()
})

it('asks for nothing without a session, nor once somebody logs out while the code comes', async () => {
  await load()
  engine.comes()
  device.answers()
  await settled()
  expect(prefetchPoints).not.toHaveBeenCalled()
  isLogoutPending.mockReturnValue(true)
  person.signsIn()
  await settled()
  expect(prefetchPoints).not.toHaveBeenCalled()
})

it('sends nothing before a pending logout, and survives without the map’s code', async () => {
  isLogoutPending.mockReturnValue(true)
  await load()
  engine.fails()
  device.answers()
  person.signsIn()
  await settled()
  expect(asked()).toEqual([])
  expect(prefetchPoints).not.toHaveBeenCalled()
})
