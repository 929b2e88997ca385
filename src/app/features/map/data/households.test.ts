import { describe, expect, it, vi } from 'vitest'
import { matchesStream, pointsStream, type TestHousehold } from '../testing/arrowStreams'
import { createHouseholdLoader, type HouseholdCalls } from './households'
import { matchingRows } from './matches'

const nothing = { filter_request_list: [], dynamic_filter_value_request_list: [] }
const households: TestHousehold[] = [
  { reference: 'H1', ward: 'W1', at: [-2.3, 53.4] },
  { reference: 'H2', ward: 'W2', at: [-2.31, 53.4] },
]
const headlines = [{ display_name: 'Households shown', value: '1' }]

function setUp() {
  const calls = {
    points: vi.fn<HouseholdCalls['points']>(async () => pointsStream(households)),
    matches: vi.fn<HouseholdCalls['matches']>(async () => matchesStream([false, true], { headlines })),
    json: vi.fn<HouseholdCalls['json']>(async () => ({
      map_headlines: headlines,
      household_coordinates: [{ household_reference: 'J1', coordinates: { longitude: 1, latitude: 2 } }],
    })),
    isUnreadable: () => false,
  }
  const load = createHouseholdLoader(calls)
  return { calls, load: (signal = new AbortController().signal) => load(nothing, signal) }
}

describe('loading households', () => {
  it('loads the points once, and then only which of them match', async () => {
    const { calls, load } = setUp()
    const first = await load()
    const second = await load()
    expect(calls.points).toHaveBeenCalledTimes(1)
    expect(calls.matches).toHaveBeenCalledTimes(2)
    expect(second.points).toBe(first.points)
    expect(Array.from(matchingRows(first.matches), first.points.reference)).toEqual(['H2'])
    expect(first.headlines).toEqual(headlines)
    expect(calls.json).not.toHaveBeenCalled()
  })

  it('loads the points again when the answer is about other points', async () => {
    const { calls, load } = setUp()
    await load()
    calls.matches.mockResolvedValue(matchesStream([true, true, true], { version: 'v2' }))
    calls.points.mockResolvedValue(pointsStream([...households, { reference: 'H3', ward: 'W1', at: [0, 0] }], 'v2'))
    const picture = await load()
    expect(calls.points).toHaveBeenCalledTimes(2)
    expect(picture.points.version).toBe('v2')
    expect(picture.matches.count).toBe(3)
  })

  it('asks for the matches again when the points turn out to be the newer ones', async () => {
    const { calls, load } = setUp()
    calls.points.mockResolvedValue(pointsStream(households, 'v2'))
    calls.matches
      .mockResolvedValueOnce(matchesStream([true, false], { version: 'v1' }))
      .mockResolvedValue(matchesStream([true, true], { version: 'v2' }))
    expect((await load()).matches.count).toBe(2)
  })

  it('serves the JSON contract when the binary form cannot be read', async () => {
    const { calls, load } = setUp()
    calls.matches.mockResolvedValue(new TextEncoder().encode('{}').buffer)
    const picture = await load()
    expect(calls.json).toHaveBeenCalledTimes(1)
    expect(picture.points.reference(0)).toBe('J1')
    expect(picture.matches.count).toBe(1)
    expect(picture.headlines).toEqual(headlines)
  })

  it('does not ask a second time for what was refused', async () => {
    const { calls, load } = setUp()
    calls.matches.mockRejectedValue(new Error('unauthorized'))
    await expect(load()).rejects.toThrow('unauthorized')
    expect(calls.json).not.toHaveBeenCalled()
  })

  it('tries the points again after they failed', async () => {
    const { calls, load } = setUp()
    calls.points.mockRejectedValueOnce(new Error('The network is gone.'))
    await expect(load()).rejects.toThrow('The network is gone.')
    expect((await load()).matches.count).toBe(1)
  })

  it('goes on loading the points when a filter change cancels the request that waits for them', async () => {
    let deliver = (_: ArrayBuffer) => {}
    const { calls, load } = setUp()
    calls.points.mockReturnValue(new Promise((resolve) => (deliver = resolve)))
    const first = new AbortController()
    const cancelled = load(first.signal)
    first.abort()
    await expect(cancelled).rejects.toThrow()
    const next = load()
    deliver(pointsStream(households))
    expect((await next).matches.count).toBe(1)
    expect(calls.points).toHaveBeenCalledTimes(1)
  })
})
