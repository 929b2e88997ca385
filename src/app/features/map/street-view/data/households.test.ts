import { tableFromArrays } from '@uwdata/flechette'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { Outdated } from '../../../../api/errors'
import { forgetServerState, queryClient } from '../../../../api/queryClient'
import { arrowStream, matchesStream, pointsStream, type TestHousehold } from '../testing/arrowStreams'
import { fakeMapServer } from '../testing/fakeMapServer'
import { decodeMatches, decodePoints, loadHouseholds, joinPoints, prefetchPoints } from './households'
import { groupByCoordinate } from './points'
import { matchingRows } from './picture'

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
  fakeMapServer({ [POINTS]: points, [MATCHES]: matches })
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

  it('shares the points that were asked for before', async () => {
    const load = setUp()
    await Promise.all([prefetchPoints(queryClient), load()])
    expect(points).toHaveBeenCalledTimes(1)
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

const three: TestHousehold[] = [...households, { reference: 'H3', ward: 'W1', at: [-2.3, 53.4] }]

describe('the points of a snapshot', () => {
  it.each([100, 2])('come with references, wards and dots, in batches of %i rows', (batch) => {
    const columns = decodePoints(pointsStream(three, 'v1', batch))
    const points = joinPoints(columns, groupByCoordinate(columns.longitude, columns.latitude))
    expect(points.version).toBe('v1')
    expect(points.rowCount).toBe(3)
    expect(points.reference(1)).toBe('H2')
    expect(points.wardCode(2)).toBe('W1')
    expect(points.dots.count).toBe(2)
  })

  it('are refused in words when a column or the version is missing, or the bytes are something else', () => {
    const withoutWards = tableFromArrays({ household_reference: ['H1'], longitude: [1], latitude: [2] })
    expect(() => decodePoints(arrowStream(withoutWards, { points_version: 'v1' }))).toThrow(Outdated)
    const whole = tableFromArrays({ household_reference: ['a'], ward_code: ['b'], longitude: [1.5], latitude: [2.5] })
    expect(() => decodePoints(arrowStream(whole, {}))).toThrow(Outdated)
    expect(() => decodePoints(new TextEncoder().encode('<html>oops</html>').buffer)).toThrow(Outdated)
    expect(() => decodePoints(new ArrayBuffer(0))).toThrow(Outdated)
  })
})

describe('the matches of a filter change', () => {
  const values = Array.from({ length: 19 }, (_, row) => row % 3 === 0)
  const rows = [0, 3, 6, 9, 12, 15, 18]

  it.each([100, 5])('are a bit a row with the headlines beside them, in batches of %i rows', (maxBatchRows) => {
    const headlines = [{ display_name: 'Households shown', value: '1,204' }]
    const decoded = decodeMatches(matchesStream(values, { headlines, maxBatchRows }))
    expect(Array.from(matchingRows(decoded.matches))).toEqual(rows)
    expect(decoded.pointsVersion).toBe('v1')
    expect(decoded.headlines).toEqual(headlines)
  })

  it('are refused when the headlines are not headlines or the column is not boolean', () => {
    const withHeadlines = (map_headlines: string, matches: unknown[] = [true]) =>
      arrowStream(tableFromArrays({ matches }), { points_version: 'v1', map_headlines })
    expect(() => decodeMatches(withHeadlines('{oops'))).toThrow(Outdated)
    expect(() => decodeMatches(withHeadlines('[{}]'))).toThrow(Outdated)
    expect(() => decodeMatches(withHeadlines('[]', [1, 2]))).toThrow(Outdated)
  })
})
