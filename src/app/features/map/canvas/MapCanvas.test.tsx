import { act, render, screen } from '../../../testing/render'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../testing/fakeWindow'
import { sessionAtom } from '../../../state/session'
import { appStore } from '../../../state/store'
import { fakeServer } from '../testing/fakeServer'
import { householdPictureOf } from '../testing/pictures'
import MapCanvas from './MapCanvas'

// What jsdom cannot draw says that it is there.
vi.mock('./OpenBasemap', () => ({ default: () => <p>Open basemap</p> }))
vi.mock('./GoogleBasemap', () => ({ default: () => <p>Google Maps</p> }))
vi.mock('./webgl', () => ({ canDrawMap: () => canDraw }))
let canDraw = true

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

function openCanvas(key = '', streets: object = STREETS) {
  const onFailure = vi.fn()
  fakeWindowWidth(1440)
  fakeServer({ '/api/basemap': () => Response.json(streets) })
  render(
    <MapCanvas
      client={{ key, lat: 53.4, lng: -2.3 }}
      picture={householdPictureOf([true, true, true])}
      selection={null}
      tooltip={null}
      onSelect={() => {}}
      shown={null}
      onFailure={onFailure}
    />,
  )
  return { onFailure }
}

afterEach(() => {
  canDraw = true
  vi.unstubAllGlobals()
})

it('draws the map that moves without waiting for a gesture', async () => {
  const { onFailure } = openCanvas()
  expect(await screen.findByText('Open basemap')).toBeTruthy()
  expect(onFailure).not.toHaveBeenCalled()
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
