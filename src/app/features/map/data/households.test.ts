import { afterEach, describe, expect, it, vi } from 'vitest'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { forgetServerState, queryClient } from '../../../api/queryClient'
import { matchesStream, pointsStream, type TestHousehold } from '../testing/arrowStreams'
import { fakeServer } from '../testing/fakeServer'
import { loadHouseholds } from './households'
import { matchingRows } from './matches'

const nothing = { filter_request_list: [], dynamic_filter_value_request_list: [] }
const households: TestHousehold[] = [
  { reference: 'H1', ward: 'W1', at: [-2.3, 53.4] },
  { reference: 'H2', ward: 'W2', at: [-2.31, 53.4] },
]
const headlines = [{ display_name: 'Households shown', value: '1' }]
const POINTS = '/api/household-points'
const MATCHES = '/api/streetview-household-data'

const arrow = (bytes: ArrayBuffer) => new Response(bytes, { headers: { 'content-type': ARROW_MEDIA_TYPE } })
const refused = (detail: string) => Response.json({ detail, code: 'refused' }, { status: 403 })
const points = vi.fn<() => Response | Promise<Response>>()
const matches = vi.fn<() => Response>()

function setUp() {
  points.mockReset().mockImplementation(() => arrow(pointsStream(households)))
  matches.mockReset().mockImplementation(() => arrow(matchesStream([false, true], { headlines })))
  fakeServer({ [POINTS]: points, [MATCHES]: matches })
  return (signal = new AbortController().signal) => loadHouseholds(queryClient, nothing, signal)
}
afterEach(() => {
  forgetServerState()
  vi.unstubAllGlobals()
})

describe('loading households', () => {
  it('loads the points once, and then only which of them match', async () => {
    const load = setUp()
    const first = await load()
    const second = await load()
    expect(points).toHaveBeenCalledTimes(1)
    expect(matches).toHaveBeenCalledTimes(2)
    expect(second.points).toBe(first.points)
    expect(Array.from(matchingRows(first.matches), first.points.reference)).toEqual(['H2'])
    expect(first.headlines).toEqual(headlines)
  })

  it('loads the points again when the answer is about other points', async () => {
    const load = setUp()
    await load()
    matches.mockImplementation(() => arrow(matchesStream([true, true, true], { version: 'v2' })))
    points.mockImplementation(() =>
      arrow(pointsStream([...households, { reference: 'H3', ward: 'W1', at: [0, 0] }], 'v2')),
    )
    const picture = await load()
    expect(points).toHaveBeenCalledTimes(2)
    expect(picture.points.version).toBe('v2')
    expect(picture.matches.count).toBe(3)
  })

  it('asks for the matches again when the points turn out to be the newer ones', async () => {
    const load = setUp()
    points.mockImplementation(() => arrow(pointsStream(households, 'v2')))
    matches
      .mockReturnValueOnce(arrow(matchesStream([true, false], { version: 'v1' })))
      .mockImplementation(() => arrow(matchesStream([true, true], { version: 'v2' })))
    expect((await load()).matches.count).toBe(2)
  })

  it('serves the JSON contract when the binary form cannot be read', async () => {
    const load = setUp()
    const json = {
      map_headlines: headlines,
      household_coordinates: [{ household_reference: 'J1', coordinates: { longitude: 1, latitude: 2 } }],
    }
    matches
      .mockReturnValueOnce(arrow(new TextEncoder().encode('{}').buffer))
      .mockImplementation(() => Response.json(json))
    const picture = await load()
    expect(picture.points.reference(0)).toBe('J1')
    expect(picture.matches.count).toBe(1)
    expect(picture.headlines).toEqual(headlines)
  })

  it('does not ask a second time for what was refused', async () => {
    const load = setUp()
    matches.mockImplementation(() => refused(''))
    await expect(load()).rejects.toThrow('unauthorized')
    expect(matches).toHaveBeenCalledTimes(1)
  })

  it('tries the points again after they failed', async () => {
    const load = setUp()
    points.mockImplementationOnce(() => refused(''))
    await expect(load()).rejects.toThrow('unauthorized')
    expect((await load()).matches.count).toBe(1)
  })

  it('goes on loading the points when a filter change aborts the request that waits for them', async () => {
    const load = setUp()
    let deliver = (_: Response) => {}
    points.mockImplementation(() => new Promise((resolve) => (deliver = resolve)))
    const first = new AbortController()
    const aborted = load(first.signal)
    first.abort()
    await expect(aborted).rejects.toThrow()
    const next = load()
    await vi.waitFor(() => expect(points).toHaveBeenCalledTimes(1))
    deliver(arrow(pointsStream(households)))
    expect((await next).matches.count).toBe(1)
    expect(points).toHaveBeenCalledTimes(1)
  })
})
