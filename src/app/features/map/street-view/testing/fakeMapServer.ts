/** Answers the map screen's calls in tests, as the server would. */
import { vi } from 'vitest'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import type { Headline, WardFeature } from '#contract/households/map'
import { classesStream, matchesStream, pointsStream, type TestHousehold } from './arrowStreams'

export interface MapRequest {
  readonly path: string
  readonly body: unknown
  readonly signal: AbortSignal | null
}

type Answer = Response | Promise<Response>

const json = (value: unknown, status = 200) => Response.json(value, { status })
const arrow = (bytes: ArrayBuffer) => new Response(bytes, { headers: { 'content-type': ARROW_MEDIA_TYPE } })

/** Three households: two on one spot in Abbey, one in Brook. */
export const HOUSEHOLDS: TestHousehold[] = [
  { reference: 'H1', ward: 'W1', at: [-2.3, 53.4] },
  { reference: 'H2', ward: 'W1', at: [-2.3, 53.4] },
  { reference: 'H3', ward: 'W2', at: [-2.31, 53.41] },
]

/** H3 leaves most unclaimed. */
export const LISTED = HOUSEHOLDS.map(({ reference }, row) => ({
  household_reference: reference,
  ward_name: row === 2 ? 'Brook' : 'Abbey',
  unclaimed: `£${row * 100}`,
  age_of_head: row === 0 ? null : 70 + row,
  household_type: 'Single pensioner',
  last_contacted: row === 2 ? '2026-09-02' : null,
}))

export const HEADLINES: Headline[] = [
  { display_name: 'Households shown', value: '3' },
  { display_name: 'Average weekly income', value: '£318' },
]

export function ward(code: string, name: string, count: number, welsh = ''): WardFeature {
  return {
    type: 'Feature',
    id: code,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    },
    properties: {
      ward_code: code,
      ward_name: name,
      ward_name_welsh: welsh,
      local_authority_code: 'E1',
      local_authority_name: 'Northmere',
      local_authority_name_welsh: '',
      longitude: 0.5,
      latitude: 0.5,
      household_count: count,
    },
  }
}

export const WARDS = [ward('W1', 'Abbey', 2, 'Abaty'), ward('W2', 'Brook', 1), ward('W3', 'Castle', 0)]

export const matching = () => arrow(matchesStream([true, true, true], { headlines: HEADLINES }))

/** Puts a fake server in the place of `fetch`. `answers` overrides what a path answers. */
export function fakeMapServer(answers: Record<string, () => Answer> = {}) {
  const asked: MapRequest[] = []
  const usual: Record<string, () => Answer> = {
    '/health': () => json({ status: 'ready' }),
    '/api/latest-snapshot': () => json({ snapshot: '2026-10-01', formatted_snapshot: 'October 2026' }),
    '/api/own-access': () =>
      json({
        may_export: true,
        may_calculate: true,
        may_visit: false,
        hidden_filters: [],
        dot_colours: ['unclaimed', 'arrears', 'contacted'],
        purposes: [],
      }),
    '/api/map-client': () => json({ key: '', lat: 53.4, lng: -2.3 }),
    '/api/basemap': () => json({ pmtiles_url: null, attribution: 'Streets', features: [] }),
    '/api/household-classes': () => arrow(classesStream([0, 4, 1])),
    '/api/household-list': () => json({ households: LISTED, hidden: [] }),
    '/api/household-points': () => arrow(pointsStream(HOUSEHOLDS)),
    '/api/streetview-household-data': matching,
    '/api/streetview-ward-data': () => json({ map_headlines: HEADLINES, geo_json_features: WARDS }),
  }
  const fetch = vi.fn(async (input: string, init?: RequestInit): Promise<Response> => {
    const path = input.split('?')[0] ?? ''
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    asked.push({ path, body, signal: init?.signal ?? null })
    const answer = answers[path] ?? usual[path]
    return answer ? answer() : json({ detail: `Nothing answers ${path}`, code: 'not_found' }, 404)
  })
  vi.stubGlobal('fetch', fetch)
  return { asked, to: (path: string) => asked.filter((one) => one.path === path) }
}
