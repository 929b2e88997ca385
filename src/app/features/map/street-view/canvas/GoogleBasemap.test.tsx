import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../../testing/fakeWindow'
import GoogleBasemap, { SCRIPT_LIMIT } from './GoogleBasemap'

let loader: { isLoaded: boolean; loadError: Error | undefined } = { isLoaded: false, loadError: undefined }
vi.mock('@react-google-maps/api', () => ({
  useJsApiLoader: () => {
    // Google looks for this while its script runs: it must stand before the loader is asked.
    expect(window.gm_authFailure).toBeTypeOf('function')
    return loader
  },
  GoogleMap: () => <p>Google map</p>,
}))
vi.mock('@deck.gl/google-maps', () => ({ GoogleMapsOverlay: vi.fn() }))

const basemap = () => (
  <GoogleBasemap
    apiKey="not-a-key"
    start={{ lat: 53, lng: -2, zoom: 10 }}
    layers={[]}
    onPick={() => {}}
    onMove={() => {}}
    onReady={() => {}}
    onFailure={() => {}}
  />
)
const open = () => render(basemap())

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('google', { maps: { ColorScheme: { DARK: 'DARK', LIGHT: 'LIGHT' } } })
  fakeWindowWidth(1440)
  loader = { isLoaded: false, loadError: undefined }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('Google Maps', () => {
  it('is waited for, and given up when its script hangs', () => {
    open()
    expect(screen.getByText('Loading map…')).toBeTruthy()
    act(() => {
      vi.advanceTimersByTime(SCRIPT_LIMIT)
    })
    expect(screen.getByText('The map could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('is shown when its script comes after all', () => {
    const { rerender } = open()
    act(() => {
      vi.advanceTimersByTime(SCRIPT_LIMIT)
    })
    loader = { isLoaded: true, loadError: undefined }
    rerender(basemap())
    expect(screen.getByText('Google map')).toBeTruthy()
  })

  it('says that it failed when its script cannot be had', () => {
    loader = { isLoaded: false, loadError: new Error('blocked') }
    open()
    expect(screen.getByText('The map could not be loaded')).toBeTruthy()
  })

  it('shows the map, and Error: AuthFailure in its place when the key is refused later', () => {
    loader = { isLoaded: true, loadError: undefined }
    open()
    expect(screen.getByText('Google map')).toBeTruthy()
    act(() => window.gm_authFailure?.())
    expect(screen.getByText('Error: AuthFailure')).toBeTruthy()
    expect(screen.queryByText('Google map')).toBeNull()
  })
})
