import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { getAllFilters, getHouseholdReferenceFilter } from '#contract/households/filters'
import { Offline, Refused } from '../../api/errors'
import { act, renderHook } from '../../testing/render'
import { setOnline } from '../connectivity'
import { persisted } from './persisted'

afterEach(() => act(() => setOnline(true)))

let copy: string | null = null
const open = (fetch: () => Promise<string>, isCopyFirst = false) =>
  renderHook(() =>
    useQuery<string>({
      queryKey: ['figures'],
      queryFn: fetch,
      ...persisted<string>(getAllFilters, {
        isCopyFirst,
        read: async () => copy,
        write: async (data) => {
          copy = data
        },
      }),
    }),
  ).result

test('an answer is kept, and read on the device while the server cannot be reached', async () => {
  copy = null
  const fetch = vi.fn(() => Promise.resolve('new'))
  const shown = open(fetch)
  await vi.waitFor(() => expect(shown.current.data).toBe('new'))
  await vi.waitFor(() => expect(copy).toBe('new'))
  act(() => setOnline(false))
  fetch.mockRejectedValue(new Offline())
  copy = 'kept'
  await act(() => shown.current.refetch())
  expect(shown.current.data).toBe('kept')
})

test('without a copy the query pauses while offline, and is fetched when the connection is back', async () => {
  copy = null
  act(() => setOnline(false))
  const fetch = vi.fn(() => Promise.reject<string>(new Offline()))
  const shown = open(fetch)
  await vi.waitFor(() => expect(shown.current.isPaused).toBe(true))
  fetch.mockResolvedValue('there')
  act(() => setOnline(true))
  await vi.waitFor(() => expect(shown.current.data).toBe('there'))
})

test('a refusal is not a lost connection: the copy stays where it is', async () => {
  copy = 'kept'
  const shown = open(() => Promise.reject(new Refused(403, 'unauthorized')))
  await vi.waitFor(() => expect(shown.current.error?.message).toBe('unauthorized'))
  expect(shown.current.data).toBeUndefined()
})

test('where the copy comes first it shows at once, and then what the server answers', async () => {
  copy = 'kept'
  let answer: ((data: string) => void) | undefined
  const shown = open(() => new Promise((resolve) => (answer = resolve)), true)
  await vi.waitFor(() => expect(shown.current.data).toBe('kept'))
  await vi.waitFor(() => expect(answer).toBeDefined())
  act(() => answer?.('new'))
  await vi.waitFor(() => expect(shown.current.data).toBe('new'))
  await vi.waitFor(() => expect(copy).toBe('new'))
})

test('an answer that is not on the list cannot be kept', () => {
  // @ts-expect-error household references are in memory only
  persisted(getHouseholdReferenceFilter, { read: async () => null, write: async () => {} })
})
