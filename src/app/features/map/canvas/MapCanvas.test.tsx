import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../testing/fakeWindow'
import type { MapPicture } from '../data/loaders'
import { fakeServer } from '../testing/fakeServer'
import { householdPictureOf } from '../testing/pictures'
import type LiveMap from './LiveMap'

type LiveMapProps = Parameters<typeof LiveMap>[0]

// What jsdom cannot draw; each says that it is there.
vi.mock('./still/StillPicture', () => ({ StillPicture: () => <p>Still picture</p> }))
vi.mock('./LiveMap', () => ({
  default: ({ onDrawn }: LiveMapProps) => <button onClick={onDrawn}>Map that moves</button>,
}))
vi.mock('./webgl', () => ({ canDrawMap: () => canDraw }))
vi.mock('../../../lib/whenQuiet', () => ({ whenQuiet: () => quiet }))
let canDraw = true
let quiet: Promise<void> = new Promise(() => {})

const STREETS = {
  pmtiles_url: null,
  attribution: 'Made up',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [-2.3, 53.4] }, properties: { kind: 'place', name: 'Abbey' } }],
}

/** Opens the canvas as if nobody had touched the page yet: that is remembered in a module, so that it is made anew. */
async function openCanvas(picture: MapPicture = householdPictureOf([true, true, true])) {
  vi.resetModules()
  const { default: MapCanvas } = await import('./MapCanvas')
  const onFailure = vi.fn()
  fakeWindowWidth(1440)
  fakeServer({ '/api/basemap': () => Response.json(STREETS) })
  render(
    <MapCanvas
      client={{ key: '', lat: 53.4, lng: -2.3 }}
      picture={picture}
      selection={null}
      tooltip={null}
      onSelect={() => {}}
      shown={null}
      onFailure={onFailure}
    />,
  )
  return { onFailure }
}

const moveThePointer = () => act(() => void window.dispatchEvent(new Event('pointermove')))
const liveMap = () => screen.queryByRole('button', { name: 'Map that moves' })

afterEach(() => {
  canDraw = true
  quiet = new Promise(() => {})
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

it('opens as a still picture, which stays until the map that moves is drawn in its place', async () => {
  const { onFailure } = await openCanvas()
  expect(await screen.findByText('Still picture')).toBeTruthy()
  expect(liveMap()).toBeNull()
  moveThePointer()
  const live = await screen.findByRole('button', { name: 'Map that moves' })
  expect(screen.queryByText('Still picture')).toBeTruthy()
  act(() => live.click())
  expect(screen.queryByText('Still picture')).toBeNull()
  expect(onFailure).not.toHaveBeenCalled()
})

it('has the files of the map that moves fetched when the page is quiet, and runs nothing of it', async () => {
  document.head.innerHTML = '<link rel="later" as="script" href="/assets/live.js">'
  let isQuiet = () => {}
  quiet = new Promise((resolve) => (isQuiet = resolve))
  await openCanvas()
  await screen.findByText('Still picture')
  const link = document.head.querySelector('link')
  expect(link?.rel).toBe('later')
  isQuiet()
  await vi.waitFor(() => expect(link?.rel).toBe('prefetch'))
  expect(liveMap()).toBeNull()
})

it('is the map that moves from the first for wards, which the still picture cannot show', async () => {
  await openCanvas({ view: 'ward', headlines: [], wards: [] })
  expect(await screen.findByRole('button', { name: 'Map that moves' })).toBeTruthy()
  expect(screen.queryByText('Still picture')).toBeNull()
})

it('says that this device cannot draw it as soon as somebody wants to move it', async () => {
  canDraw = false
  quiet = Promise.resolve()
  const { onFailure } = await openCanvas()
  await screen.findByText('Still picture')
  expect(onFailure).not.toHaveBeenCalled()
  moveThePointer()
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  expect(liveMap()).toBeNull()
})
