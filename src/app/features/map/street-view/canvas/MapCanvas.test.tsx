import userEvent from '@testing-library/user-event'
import { act, cleanup, render, screen } from '../../../../testing/render'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../../testing/fakeWindow'
import { setOnline } from '../../../../state/connectivity'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { fakeMapServer, HEADLINES, ward, WARDS } from '../testing/fakeMapServer'
import { makeHouseholdPicture } from '../testing/pictures'
import type { MapPicture, WardPicture } from '../data/picture'
import type { BasemapProps } from './basemap'
import MapCanvas from './MapCanvas'
import { EMPTY_CANVAS } from './testing/canvasProps'

// What jsdom cannot draw says that it is there.
vi.mock('./OpenBasemap', () => ({
  default: ({ start, onReady, onMove }: BasemapProps) => (
    <div>
      <p>Open basemap</p>
      <p>{`From ${start.lng}, ${start.lat} at ${start.zoom}`}</p>
      <button onClick={() => onReady(controls)}>Be ready</button>
      <button onClick={() => onMove(14)}>Move</button>
    </div>
  ),
}))
vi.mock('./GoogleBasemap', () => ({ default: () => <p>Google Maps</p> }))
vi.mock('./webgl', () => ({ canDrawMap: () => canDraw }))
let canDraw = true

/** A map of a hundredth of a degree around the first two of three households. */
const controls = {
  zoomBy: vi.fn(),
  panBy: vi.fn(),
  fit: vi.fn(),
  bounds: () => [-2.305, 53.395, -2.295, 53.405] as const,
  place: () => ({ lng: -2.3, lat: 53.4, zoom: 14.5 }),
  show: vi.fn(),
  project: () => ({ x: 0, y: 0 }),
  unproject: ({ x, y }: { x: number; y: number }) => [-2.305 + x / 1e5, 53.405 - y / 1e5] as const,
}

const STREETS = {
  pmtiles_url: null,
  attribution: 'Made up',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-2.3, 53.4] },
      properties: { kind: 'place', name: 'Abbey' },
    },
  ],
}

const HOUSEHOLDS: MapPicture = makeHouseholdPicture([true, true, true])
const WARD_MAP: WardPicture = {
  view: 'ward',
  headlines: HEADLINES,
  wards: WARDS,
  request: { filter_request_list: [], dynamic_filter_value_request_list: [] },
  lastFigures: null,
}

function openCanvas(
  key = '',
  streets: object = STREETS,
  answers: Parameters<typeof fakeMapServer>[0] = {},
  picture: MapPicture | null = HOUSEHOLDS,
  isWaiting = false,
) {
  const onFailure = vi.fn()
  fakeWindowWidth(1440)
  const server = fakeMapServer({ '/api/basemap': () => Response.json(streets), ...answers })
  const canvas = (isWaiting: boolean) => (
    <MapCanvas
      {...EMPTY_CANVAS}
      client={{ ...EMPTY_CANVAS.client, key }}
      picture={isWaiting ? null : picture}
      isWaiting={isWaiting}
      onFailure={onFailure}
    />
  )
  const { rerender } = render(canvas(isWaiting))
  return { onFailure, server, show: () => rerender(canvas(false)) }
}

afterEach(() => {
  canDraw = true
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('draws the map that moves without waiting for a gesture', async () => {
  const { onFailure } = openCanvas()
  expect(await screen.findByText('Open basemap')).toBeTruthy()
  expect(onFailure).not.toHaveBeenCalled()
})

it('moves before its households and streets are there, and asks for the streets once the households are drawn', async () => {
  const { server, show } = openCanvas('', STREETS, {}, HOUSEHOLDS, true)
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

it('colours dots by what is chosen, and says how many households are in each class', async () => {
  const user = userEvent.setup()
  openCanvas()
  await user.selectOptions(await screen.findByLabelText('Colour by'), 'Rent and council tax arrears')
  await screen.findByText('More than £1,000')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'None1',
    'Up to £2501',
    '£250 to £5000',
    '£500 to £1,0000',
    'More than £1,0001',
  ])
  await user.selectOptions(screen.getByLabelText('Colour by'), 'One colour')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One or more households'])
})

it('says why there are no colours, and offers none that are hidden from the role', async () => {
  const user = userEvent.setup()
  const own = {
    may_export: true,
    may_calculate: true,
    may_visit: false,
    hidden_filters: [],
    purposes: [],
    dot_colours: ['contacted'],
  }
  openCanvas('', STREETS, {
    '/api/own-access': () => Response.json(own),
    '/api/household-classes': () => Response.json({ detail: 'Not today.', code: 'invalid_input' }, { status: 422 }),
  })
  const choice = await screen.findByLabelText('Colour by')
  expect([...choice.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'One colour',
    'Contacted by a campaign',
  ])
  await user.selectOptions(choice, 'Contacted by a campaign')
  expect((await screen.findByRole('alert')).textContent).toBe('Not today.')
})

const MONTHS = {
  '/api/latest-snapshot': () =>
    Response.json({
      snapshot: '2026-10-01',
      formatted_snapshot: 'October 2026',
      earlier_months: ['2026-09-01', '2026-08-01'],
    }),
}
const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('colours wards by count, by rate of all households, or by change since a month, and explains the colours', async () => {
  const user = userEvent.setup()
  const moved = (code: string, now: number, earlier: number | null) => ({
    ward_code: code,
    ward_name: code,
    household_count: now,
    all_households_count: 10,
    earlier_household_count: earlier,
  })
  openCanvas(
    '',
    STREETS,
    {
      ...MONTHS,
      '/api/streetview-ward-data': () =>
        Response.json({
          map_headlines: [],
          geo_json_features: [ward('W1', '', 8), ward('W2', '', 2), ward('W3', '', 0)],
        }),
      '/api/moves': () =>
        Response.json({
          month: '2026-08-01',
          household_count: 3,
          came_in_count: 0,
          new_in_data_count: 0,
          went_out_count: 0,
          gone_from_data_count: 0,
          claims: [],
          wards: [moved('W1', 2, 12), moved('W2', 1, 0), moved('W3', 0, null)],
        }),
    },
    WARD_MAP,
  )
  const choice = await screen.findByLabelText('Colour by')
  expect(legend()).toEqual(['0', '1', '2'])
  // All of them lie in one place.
  expect(screen.getByText('• No room for 2 figures: zoom in, or see the list.')).toBeTruthy()
  await user.selectOptions(choice, 'Rate of all households')
  expect(await screen.findByText('Of all households in a ward')).toBeTruthy()
  expect(legend()).toEqual(['No households', '25.0%', '33.3%', '41.7%', '50.0%'])
  await user.selectOptions(choice, 'Change since August 2026')
  expect(await screen.findByText('Change since August 2026', { selector: 'p' })).toBeTruthy()
  expect(legend()).toEqual(['Not in that month', '-10', '-5', '0', '+5', '+10'])
  await user.selectOptions(choice, 'Count')
})

it('says why there is no rate: refused, or of figures that the device kept', async () => {
  const user = userEvent.setup()
  const refused = {
    '/api/streetview-ward-data': () => Response.json({ detail: 'Not now.', code: 'x' }, { status: 422 }),
  }
  openCanvas('', STREETS, { ...MONTHS, ...refused }, WARD_MAP)
  await user.selectOptions(await screen.findByLabelText('Colour by'), 'Rate of all households')
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  expect(legend()).toEqual(['0', '1', '2'])
  cleanup()
  act(() => setOnline(false))
  const kept = { asAt: '2026-10-01T00:00:00Z', month: null, isOfOtherFilters: false }
  openCanvas('', STREETS, {}, { ...WARD_MAP, lastFigures: kept })
  await screen.findByText('Rates and changes need a connection. You are offline.')
  act(() => setOnline(true))
  await user.selectOptions(screen.getByLabelText('Colour by'), 'Count')
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

it('says at once that this device cannot draw it', async () => {
  canDraw = false
  const { onFailure } = openCanvas()
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  expect(screen.queryByText('Open basemap')).toBeNull()
})
