import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onlineAtom, setOnline } from '../../../../state/connectivity'
import { appStore } from '../../../../state/store'
import { fetchAtOnceAtom, selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { act, renderHook } from '../../../../testing/render'
import type { MapView } from '../../../../state/mapView'
import { useMapData } from './useMapData'

interface Pending {
  tenure: string
  signal: AbortSignal
  answer: (headline: string) => Promise<void>
  fail: (detail: string) => Promise<void>
}
let requests: Pending[] = []
let isProbeAnswered = true

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const select = (tenure: string) =>
  act(() =>
    appStore.set(selectedFiltersAtom, {
      home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: tenure, displayName: tenure }] } },
    }),
  )
const request = (index: number) => {
  const found = requests[index]
  if (!found) throw new Error(`no request ${index}`)
  return found
}
const tenures = () => requests.map(({ tenure }) => tenure)

/** The ward map, whose answers are plain JSON: each request waits here for its answer. */
async function open() {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (path, init) =>
      new Promise((resolve, reject) => {
        if (path === '/health') return isProbeAnswered ? resolve(Response.json({ status: 'ready' })) : undefined
        const signal = init?.signal ?? new AbortController().signal
        signal.addEventListener('abort', () => reject(signal.reason))
        const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
          filter_request_list?: { filter_value_list: string[] }[]
        }
        const settle = async (response: Response) => {
          resolve(response)
          await pass(0)
        }
        requests.push({
          tenure: body.filter_request_list?.[0]?.filter_value_list[0] ?? 'none',
          signal,
          answer: (value) =>
            settle(Response.json({ map_headlines: [{ display_name: 'Shown', value }], geo_json_features: [] })),
          fail: (detail) => settle(Response.json({ detail, code: 'refused' }, { status: 422 })),
        })
      }),
  )
  const { result, rerender, unmount } = renderHook(({ view }: { view: MapView }) => useMapData(view), {
    initialProps: { view: 'ward' },
  })
  await pass(0)
  return { result, rerender, unmount, shown: () => result.current.data?.headlines[0]?.value }
}

describe('the map’s data', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    requests = []
    isProbeAnswered = true
    appStore.set(selectedFiltersAtom, {})
  })
  afterEach(() => {
    act(() => setOnline(true))
    vi.useRealTimers()
  })

  it('are fetched at once when the screen opens', async () => {
    const { result, shown } = await open()
    expect(tenures()).toEqual(['none'])
    expect(result.current).toMatchObject({ status: 'loading', data: null, isUpdating: true })
    await request(0).answer('3')
    expect(shown()).toBe('3')
    expect(result.current).toMatchObject({ status: 'loaded', message: null, isUpdating: false })
  })

  it('wait 2000 ms after the last of several filter changes, and are then fetched once, for the last', async () => {
    await open()
    await request(0).answer('3')
    select('owned')
    await pass(1_500)
    select('rented')
    await pass(1_999)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(tenures()).toEqual(['none', 'rented'])
  })

  it('stay, marked as updating, from the change until the new ones are there', async () => {
    const { result, shown } = await open()
    await request(0).answer('old')
    select('rented')
    expect(shown()).toBe('old')
    expect(result.current).toMatchObject({ status: 'loaded', isUpdating: true })
    await pass(2_000)
    expect(shown()).toBe('old')
    expect(result.current.isUpdating).toBe(true)
    await request(1).answer('new')
    expect(shown()).toBe('new')
    expect(result.current.isUpdating).toBe(false)
  })

  it('are of the newest request: it aborts the one before, whose answer is ignored', async () => {
    const { shown } = await open()
    select('rented')
    await pass(2_000)
    expect(request(0).signal.aborted).toBe(true)
    await request(0).answer('late')
    expect(shown()).toBeUndefined()
    await request(1).answer('new')
    expect(shown()).toBe('new')
  })

  it('are fetched at once on Apply, which overtakes a change that still waits', async () => {
    await open()
    await request(0).answer('3')
    select('owned')
    act(() => {
      appStore.set(selectedFiltersAtom, {
        home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'rented', displayName: 'Rented' }] } },
      })
      appStore.set(fetchAtOnceAtom, (count) => count + 1)
    })
    await pass(0)
    expect(tenures()).toEqual(['none', 'rented'])
    await pass(5_000)
    expect(requests).toHaveLength(2)
  })

  it('stay "updating" when an answer comes while a newer change waits', async () => {
    const { result, shown } = await open()
    select('rented')
    await request(0).answer('3')
    expect(shown()).toBe('3')
    expect(result.current.isUpdating).toBe(true)
  })

  it('say why they could not be had, keep the picture, and are fetched again on Try again', async () => {
    const { result, shown } = await open()
    await request(0).answer('3')
    select('rented')
    await pass(2_000)
    await request(1).fail('The service is busy.')
    expect(result.current).toMatchObject({ status: 'error', message: 'The service is busy.', isUpdating: false })
    expect(shown()).toBe('3')
    act(() => result.current.retry())
    await pass(0)
    expect(tenures()).toEqual(['none', 'rented', 'rented'])
    expect(result.current).toMatchObject({ message: null, isUpdating: true })
    await request(2).answer('fine')
    expect(shown()).toBe('fine')
    expect(result.current.status).toBe('loaded')
  })

  it('are fetched again at once when the connection is back', async () => {
    await open()
    await request(0).answer('3')
    act(() => setOnline(false))
    await pass(0)
    select('rented')
    act(() => setOnline(true))
    await pass(0)
    expect(requests.at(-1)?.tenure).toBe('rented')
  })

  it('say within 3 s of a change that the connection is unresponsive, and come by themselves once it is back', async () => {
    const { result, shown } = await open()
    await request(0).answer('old')
    isProbeAnswered = false
    select('rented')
    await pass(3_000)
    expect(appStore.get(onlineAtom)).toBe(false)
    await vi.waitFor(() => expect(result.current.isUpdating).toBe(false))
    expect(result.current.data).toMatchObject({ lastFigures: { isOfOtherFilters: true } })
    isProbeAnswered = true
    await pass(8_000)
    await request(requests.length - 1).answer('new')
    expect(shown()).toBe('new')
  })

  it('are waited for, however long they take, while the server answers', async () => {
    const { result } = await open()
    await request(0).answer('old')
    select('rented')
    await pass(20_000)
    expect(result.current).toMatchObject({ status: 'loaded', isUpdating: true })
    expect(tenures()).toEqual(['none', 'rented'])
  })

  it('are aborted with the screen', async () => {
    const { unmount } = await open()
    unmount()
    await pass(5_000)
    expect(request(0).signal.aborted).toBe(true)
    expect(requests).toHaveLength(1)
  })
})
