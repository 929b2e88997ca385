import userEvent from '@testing-library/user-event'
import { act, cleanup, screen } from '../../../../testing/render'
import { afterEach, expect, it, vi } from 'vitest'
import { setOnline } from '../../../../state/connectivity'
import { areaAtom } from '../../../../state/filters/area'
import { forgetFiltersAtom } from '../../../../state/filters/selectedFilters'
import { boundsToFitAtom, forgetMapViewAtom } from '../../../../state/mapView'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { THREE_HOUSEHOLDS, openCanvas, STREETS } from '../testing/openCanvas'
import { controls } from '../testing/StandInBasemap'

vi.mock('./OpenBasemap', () => import('../testing/StandInBasemap'))
vi.mock('./GoogleBasemap', () => ({ default: () => <p>Google Maps</p> }))
vi.mock('./webgl', () => ({ canDrawMap: () => canDraw }))
let canDraw = true

afterEach(() => {
  canDraw = true
  sessionStorage.clear()
  controls.fit.mockClear()
  appStore.set(forgetMapViewAtom)
  appStore.set(forgetFiltersAtom)
  vi.unstubAllGlobals()
})

it('draws the map that moves without waiting for a gesture', async () => {
  const { onFailure } = openCanvas()
  expect(await screen.findByText('Open basemap')).toBeTruthy()
  expect(onFailure).not.toHaveBeenCalled()
})

it('moves before its households and streets are there, and asks for the streets once the households are drawn', async () => {
  const { server, show } = openCanvas('', STREETS, {}, THREE_HOUSEHOLDS, true)
  expect(await screen.findByText('Open basemap')).toBeTruthy()
  show()
  await act(async () => {})
  expect(server.to('/api/basemap')).toEqual([])
  await userEvent.click(screen.getByText('Be ready'))
  expect(await screen.findByText('Made up')).toBeTruthy()
})

it('has its streets also where the households cannot be had', async () => {
  openCanvas('', STREETS, {}, null)
  expect(await screen.findByText('Made up')).toBeTruthy()
})

it('opens at the organisation’s centre, and after a reload of the tab where it was left', async () => {
  const user = userEvent.setup()
  openCanvas()
  expect(await screen.findByText('From -2.3, 53.4 at 10')).toBeTruthy()
  await user.click(screen.getByText('Be ready'))
  await user.click(screen.getByText('Move'))
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1))
  cleanup()
  openCanvas()
  expect(await screen.findByText('From -2.3, 53.4 at 14.5')).toBeTruthy()
})

it('does what was pressed before the map was there', async () => {
  const user = userEvent.setup()
  openCanvas()
  await screen.findByText('Open basemap')
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(controls.zoomBy).not.toHaveBeenCalled()
  await user.click(screen.getByText('Be ready'))
  expect(controls.zoomBy).toHaveBeenCalledExactlyOnceWith(1)
})

it('counts what lies outside the view only once the households are drawn', async () => {
  const frames = vi.fn<typeof requestAnimationFrame>(() => 0)
  vi.stubGlobal('requestAnimationFrame', frames)
  openCanvas()
  await userEvent.setup().click(await screen.findByText('Be ready'))
  expect(screen.getByText('50 m')).toBeTruthy()
  expect(screen.queryByText('1 match outside this view')).toBeNull()
  act(() => frames.mock.calls.forEach(([drawn]) => drawn(0)))
  expect(await screen.findByText('1 match outside this view')).toBeTruthy()
})

it('draws under the dots the line around the council, closer the wards’, and a drawn area', async () => {
  const user = userEvent.setup()
  appStore.set(areaAtom, [
    [
      [
        [-2.4, 53.3],
        [-2.2, 53.3],
        [-2.2, 53.5],
      ],
    ],
  ])
  openCanvas()
  await user.click(await screen.findByText('Be ready'))
  expect(await screen.findByText(/^Lowest first: council-outline, area, households/)).toBeTruthy()
  await user.click(screen.getByText('Move'))
  expect(await screen.findByText(/^Lowest first: ward-outlines, area, households/)).toBeTruthy()
})

it('fits the place of a link once, as soon as it is there', async () => {
  appStore.set(boundsToFitAtom, [-2.5, 53.3, -2.2, 53.5])
  openCanvas()
  await userEvent.setup().click(await screen.findByText('Be ready'))
  expect(controls.fit.mock.calls).toEqual([[[-2.5, 53.3, -2.2, 53.5]]])
  expect(appStore.get(boundsToFitAtom)).toBeNull()
})

it('offers to show all households in words until the map is moved', async () => {
  const user = userEvent.setup()
  openCanvas()
  expect((await screen.findByRole('button', { name: 'Show all households' })).textContent).toBe('Show all households')
  await user.click(await screen.findByText('Move'))
  expect(screen.getByRole('button', { name: 'Show all households' }).textContent).toBe('')
})

it('says how many match outside the view, shows them in one press, and how long a distance is', async () => {
  const user = userEvent.setup()
  openCanvas()
  await user.click(await screen.findByText('Be ready'))
  expect(await screen.findByText('1 match outside this view')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await user.click(screen.getByRole('button', { name: 'Show all households' }))
  expect(controls.fit.mock.calls).toEqual([[[-2.31, 53.4, -2.3, 53.41]], [[-2.31, 53.4, -2.3, 53.41]]])
  expect(screen.getByText('50 m')).toBeTruthy()
})

it('finds a place of the basemap, and a postcode of the data, which is in no address', async () => {
  const user = userEvent.setup()
  let has = true
  const { server } = openCanvas('', STREETS, {
    '/api/find-postcode': () =>
      has
        ? Response.json({ longitude: -2.3, latitude: 53.4 })
        : Response.json(
            { detail: 'No household of the latest snapshot has this postcode.', code: 'x' },
            { status: 404 },
          ),
  })
  await user.click(await screen.findByText('Be ready'))
  await user.click(screen.getByRole('button', { name: 'Find a place' }))
  const field = await screen.findByRole('combobox', { name: 'Find a street, place or postcode' })
  expect(document.activeElement).toBe(field)
  controls.fit.mockClear()
  await user.type(field, 'abb{Enter}')
  expect(controls.fit).toHaveBeenCalledOnce()
  expect(screen.getByText('The map shows Abbey')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'm332ab{Enter}')
  await vi.waitFor(() => expect(controls.fit).toHaveBeenCalledTimes(2))
  expect(server.to('/api/find-postcode').map(({ body }) => body)).toEqual([{ postcode: 'M33 2AB' }])
  has = false
  await user.type(field, '{Backspace}c{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('No household of the latest snapshot has this postcode.')
  act(() => setOnline(false))
  expect(await screen.findByText(/Postcodes need a connection/)).toBeTruthy()
  act(() => setOnline(true))
  await user.click(screen.getByRole('button', { name: 'Close the search' }))
  expect(field.isConnected).toBe(false)
})

it('draws Google Maps where there is a key', async () => {
  openCanvas('a-key')
  expect(await screen.findByText('Google Maps')).toBeTruthy()
})

it('says how to get streets where there are none', async () => {
  appStore.set(sessionAtom, {
    email: 'ada@northmere.example',
    organisation: 'northmere',
    role: 'OrganisationAdmin',
    isSuperAdmin: false,
  })
  openCanvas('', { ...STREETS, features: [] })
  await userEvent.click(await screen.findByText('Be ready'))
  expect(await screen.findByText(/no streets yet.*account manager/)).toBeTruthy()
  act(() => appStore.set(sessionAtom, (known) => known && { ...known, role: 'SuperAdmin' }))
  expect(await screen.findByText(/no streets yet.*doorstep -- basemap/)).toBeTruthy()
})

it('speaks of no boundaries where there are none, before the first month', async () => {
  const { server } = openCanvas(
    '',
    { ...STREETS, features: [] },
    { '/api/streetview-ward-data': () => Response.json({ detail: 'No month.', code: 'no_snapshot' }, { status: 404 }) },
    null,
  )
  await vi.waitFor(() => expect(server.to('/api/streetview-ward-data')).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByText(/no streets yet/)).toBeNull()
})

it('says at once that this device cannot draw it', async () => {
  canDraw = false
  const { onFailure } = openCanvas()
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  expect(screen.queryByText('Open basemap')).toBeNull()
})
