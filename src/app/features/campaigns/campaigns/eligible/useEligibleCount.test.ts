import { act, renderHook } from '../../../../testing/render'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../../../../state/connectivity'
import { newDraft } from '../drafts/draft'
import { COUNT_DEBOUNCE, useEligibleCount } from './useEligibleCount'

const blank = newDraft('11111111-1111-4111-8111-111111111111', new Date(), {
  theme: 'pension-credit',
  selectedFilters: {},
})
const draft = { ...blank, campaignName: 'Warm', communicationChannel: 'SMS', snapshot: '2026-10-01' }
const replyOf = (count: number) => ({
  eligible_household_count: count,
  waterfall: {
    matching_filters: count,
    fits_benefit: count,
    reachable: count,
    not_do_not_contact: count,
    not_contacted_recently: count,
  },
})

/** Every request waits here to be answered. */
let asked: {
  body: { new_campaign_details: Record<string, unknown> }
  signal: AbortSignal
  answer: (status: number, json: unknown) => void
}[] = []

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (path, init) =>
      new Promise((resolve) => {
        if (path === '/health') return resolve(Response.json({ status: 'ready' }))
        const body = JSON.parse(typeof init?.body === 'string' ? init.body : '') as (typeof asked)[number]['body']
        asked.push({
          body,
          signal: init?.signal ?? new AbortController().signal,
          answer: (status, json) =>
            resolve(new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } })),
        })
      }),
  )
})
afterEach(() => {
  setOnline(true)
  vi.useRealTimers()
})

const open = (first = draft) =>
  renderHook(({ draft: current }) => useEligibleCount(current), { initialProps: { draft: first } })
const rest = (milliseconds = COUNT_DEBOUNCE) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const answer = (index: number, status: number, json: unknown) =>
  act(async () => {
    asked[index]?.answer(status, json)
    await vi.advanceTimersByTimeAsync(0)
  })

test('waits until the form rests, then counts once', async () => {
  const { result, rerender } = open()
  expect(result.current.state).toBe('counting')
  await rest(COUNT_DEBOUNCE - 1)
  rerender({ draft: { ...draft, stagger: 2 } })
  await rest(COUNT_DEBOUNCE - 1)
  expect(asked).toHaveLength(0)
  await rest(1)
  expect(asked.map(({ body }) => body.new_campaign_details.stagger)).toEqual([2])
  await answer(0, 200, replyOf(1204))
  expect(result.current).toMatchObject({ state: 'counted', reply: { eligible_household_count: 1204 } })
})

test('the request before is given up, and its late answer is not believed', async () => {
  const { result, rerender } = open()
  await rest()
  rerender({ draft: { ...draft, communicationChannel: 'Letter' } })
  expect(asked[0]?.signal.aborted).toBe(true)
  await rest()
  await answer(1, 200, replyOf(7))
  await answer(0, 200, replyOf(99))
  expect(asked[1]?.body.new_campaign_details.channel_name).toBe('print_and_post')
  expect(result.current).toMatchObject({ state: 'counted', reply: { eligible_household_count: 7 } })
})

test('another name is the same count, and the old figure stays while another is made', async () => {
  const { result, rerender } = open()
  await rest()
  await answer(0, 200, replyOf(5))
  rerender({ draft: { ...draft, campaignName: 'Warmer' } })
  await rest()
  expect(asked).toHaveLength(1)
  expect(result.current.state).toBe('counted')
  rerender({ draft: { ...draft, stagger: 1 } })
  expect(result.current).toMatchObject({ state: 'counting', last: { eligible_household_count: 5 } })
})

test('nothing is asked while something is missing, or offline', async () => {
  const { result, rerender } = open({ ...draft, campaignName: ' ' })
  await rest()
  expect(result.current.state).toBe('incomplete')
  act(() => setOnline(false))
  rerender({ draft })
  await rest()
  expect(result.current.state).toBe('offline')
  expect(asked).toHaveLength(0)
  act(() => setOnline(true))
  await rest()
  expect(asked).toHaveLength(1)
})

test('a failure says why and is tried again when asked', async () => {
  const { result } = open()
  await rest()
  await answer(0, 404, { detail: 'There is no snapshot of that month.', code: 'not_found' })
  const failed = result.current
  expect(failed).toMatchObject({ state: 'failed', message: 'There is no snapshot of that month.' })
  if (failed.state === 'failed') act(() => failed.retry())
  await rest()
  await answer(1, 200, replyOf(3))
  expect(result.current.state).toBe('counted')
})
