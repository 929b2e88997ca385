import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMapQuery, type MapQueryState } from './mapQuery'

interface Pending {
  input: string
  signal: AbortSignal
  answer: (data: string) => void
  fail: (failure: unknown) => void
}

function setUp() {
  const requests: Pending[] = []
  const states: MapQueryState<string>[] = []
  const query = createMapQuery<string, string>({
    load: (input, signal) =>
      new Promise((answer, fail) => {
        requests.push({ input, signal, answer, fail })
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
    tell: (state) => states.push(state),
    messageOf: (failure) => (failure instanceof Error ? failure.message : 'An error occurred while fetching data.'),
  })
  const request = (index: number) => {
    const found = requests[index]
    if (!found) throw new Error(`no request ${index}`)
    return found
  }
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { query, requests, request, states, state: () => states.at(-1), settled }
}

describe('asking for map data', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('asks at once on the first load and shows the answer', async () => {
    const { query, request, state, settled } = setUp()
    query.ask('none', 'at-once')
    expect(request(0).input).toBe('none')
    expect(state()).toMatchObject({ status: 'loading', data: null, isUpdating: true })
    request(0).answer('all households')
    await settled()
    expect(state()).toEqual({ status: 'loaded', data: 'all households', message: null, isUpdating: false })
  })

  it('waits 2000 ms after the last of several filter changes, and then asks once, for the last', () => {
    const { query, requests } = setUp()
    query.ask('a', 'after-debounce')
    vi.advanceTimersByTime(1500)
    query.ask('ab', 'after-debounce')
    vi.advanceTimersByTime(1999)
    expect(requests).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(requests.map(({ input }) => input)).toEqual(['ab'])
  })

  it('keeps the old data, marked as updating, from the change until the new data is there', async () => {
    const { query, request, state, settled } = setUp()
    query.ask('none', 'at-once')
    request(0).answer('old')
    await settled()
    query.ask('a', 'after-debounce')
    expect(state()).toMatchObject({ status: 'loaded', data: 'old', isUpdating: true })
    vi.advanceTimersByTime(2000)
    expect(state()).toMatchObject({ status: 'loaded', data: 'old', isUpdating: true })
    request(1).answer('new')
    await settled()
    expect(state()).toMatchObject({ status: 'loaded', data: 'new', isUpdating: false })
  })

  it('cancels the request before it and ignores what that one still answers', async () => {
    const { query, request, states, state, settled } = setUp()
    query.ask('slow', 'at-once')
    query.ask('fast', 'at-once')
    expect(request(0).signal.aborted).toBe(true)
    request(0).answer('slow answer')
    request(1).answer('fast answer')
    await settled()
    expect(state()).toMatchObject({ status: 'loaded', data: 'fast answer' })
    expect(states.some(({ status, data }) => status === 'error' || data === 'slow answer')).toBe(false)
  })

  it('lets Apply overtake a change that is still waiting', () => {
    const { query, requests } = setUp()
    query.ask('a', 'after-debounce')
    query.ask('b', 'at-once')
    expect(requests.map(({ input }) => input)).toEqual(['b'])
    vi.advanceTimersByTime(5000)
    expect(requests).toHaveLength(1)
  })

  it('stays "updating" when an answer arrives while a newer change waits', async () => {
    const { query, request, state, settled } = setUp()
    query.ask('a', 'at-once')
    query.ask('ab', 'after-debounce')
    request(0).answer('a answer')
    await settled()
    expect(state()).toMatchObject({ data: 'a answer', isUpdating: true })
  })

  it('shows the message of a failure, and asks again on Try again', async () => {
    const { query, request, state, settled } = setUp()
    query.ask('a', 'at-once')
    request(0).fail(new Error('The service is busy.'))
    await settled()
    expect(state()).toMatchObject({ status: 'error', message: 'The service is busy.', isUpdating: false })
    query.retry()
    expect(request(1).input).toBe('a')
    expect(state()).toMatchObject({ status: 'loading', message: null, isUpdating: true })
    request(1).answer('fine')
    await settled()
    expect(state()).toEqual({ status: 'loaded', data: 'fine', message: null, isUpdating: false })
  })

  it('tells nothing after the screen has gone', async () => {
    const { query, request, states, settled } = setUp()
    query.ask('a', 'at-once')
    query.ask('b', 'after-debounce')
    query.stop()
    const told = states.length
    expect(request(0).signal.aborted).toBe(true)
    await settled()
    vi.advanceTimersByTime(5000)
    expect(states).toHaveLength(told)
  })
})
