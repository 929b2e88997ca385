import { vi } from 'vitest'
import { fakeWindowWidth } from '../../../../testing/fakeWindow'
import { render } from '../../../../testing/render'
import type { MapPicture, WardPicture } from '../data/picture'
import { fakeMapServer, HEADLINES, WARDS } from './fakeMapServer'
import { makeHouseholdPicture } from './pictures'
import MapCanvas from '../canvas/MapCanvas'
import { EMPTY_CANVAS } from '../canvas/testing/canvasProps'

export const STREETS = {
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

export const THREE_HOUSEHOLDS: MapPicture = makeHouseholdPicture([true, true, true])
export const WARD_MAP: WardPicture = {
  view: 'ward',
  headlines: HEADLINES,
  wards: WARDS,
  request: { filter_request_list: [], dynamic_filter_value_request_list: [] },
  lastFigures: null,
}

/** The map over a server; its basemap is mocked by the test. */
export function openCanvas(
  key = '',
  streets: object = STREETS,
  answers: Parameters<typeof fakeMapServer>[0] = {},
  picture: MapPicture | null = THREE_HOUSEHOLDS,
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
