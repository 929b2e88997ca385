import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { loadVisitRound } from '#contract/campaigns/visits'
import { A_KEY } from '../../testing/aKey'
import { fakeServer } from '../../testing/fakeServer'
import { setOnline } from '../connectivity'
import { dispatch } from '../device/device'
import { deviceTables, openTables } from '../device/tables'
import { discard } from '../queue/items'
import { sendQueue } from '../queue/queue'
import { appStore } from '../store'
import { forgetVisits, lockRound, openRoundAtom, recordOutcome, startRound, unlockRound } from './openRound'
import { sealedRoundAtom, watchShift } from './round'
import {
  roundAnswers,
  CANARY,
  cleanRoundsForEachTest,
  CODE,
  HOUR,
  meanwhile,
  WANTED,
  opened,
  readable,
  restart,
  ROUND,
  sent,
  viewer,
} from '../../testing/visitRounds'

cleanRoundsForEachTest()

/** Starts a round, and records an outcome offline. */
async function recordOffline(outcome: Parameters<typeof recordOutcome>[1], note: string) {
  const seen = fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  setOnline(false)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  await recordOutcome(first, outcome, note)
  return { seen, first }
}

test('what another tab erased or began meanwhile has nothing recorded of it', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  setOnline(false)
  const [first, second] = (await opened()).visits
  if (!first || !second) throw new Error('no visits')
  meanwhile(() => forgetVisits((reference) => reference === 'CANARY-1'))
  await expect(recordOutcome(first, 'spoke', '')).rejects.toThrow('has erased a household')
  await opened((round) => round.visits.length === 2)
  setOnline(true)
  roundAnswers[loadVisitRound.path] = { json: { ...ROUND, round_id: crypto.randomUUID() } }
  meanwhile(() => startRound(CODE, WANTED))
  await expect(recordOutcome(second, 'spoke', '')).rejects.toThrow('The shift is over')
  expect(await deviceTables().queue.list()).toEqual([])
  expect(await deviceTables().rounds.list()).toHaveLength(1)
})

test('nothing is recorded once the shift is over, though the round is still on screen', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 8 * HOUR)
  await expect(recordOutcome(first, 'spoke', '')).rejects.toThrow('The shift is over')
  expect(await deviceTables().queue.list()).toEqual([])
})

test('an outcome is marked and waits in one step, readable to nobody on the device, and is sent once', async () => {
  const { seen, first } = await recordOffline('left_card', 'Nobody at home')
  await restart()
  expect(await readable()).not.toMatch(CANARY)
  await unlockRound(CODE)
  const { visits } = await opened()
  expect(visits[0]?.mark).toMatchObject({ outcome: 'left_card', note: 'Nobody at home' })
  // A tab that has not seen it yet does not record it again.
  await expect(recordOutcome(first, 'spoke', '')).rejects.toThrow('Another tab')
  expect(await deviceTables().queue.list()).toHaveLength(1)
  setOnline(true)
  await sendQueue()
  expect(await deviceTables().queue.list()).toEqual([])
  expect(sent(seen).map(({ body }) => body)).toMatchObject([{ round_id: ROUND.round_id }])
})

test('an outcome that is taken back before it is sent leaves its visit to be done', async () => {
  const seen = fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  setOnline(false)
  const [first, second] = (await opened()).visits
  if (!first || !second) throw new Error('no visits')
  await recordOutcome(first, 'spoke', '')
  await recordOutcome(second, 'left_card', '')
  const item = (await deviceTables().queue.list()).find(({ position }) => position === 1)
  if (!item) throw new Error('nothing waits')
  // Without the code too.
  lockRound()
  expect(await discard(item.id)).toBe(true)
  await unlockRound(CODE)
  const { visits } = await opened(({ visits: [one] }) => one?.mark === null)
  expect(visits.map(({ mark }) => mark?.outcome ?? null)).toEqual([null, 'left_card', null])
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => expect(sent(seen)).toHaveLength(1))
})

test('a full disk marks nothing that does not wait to be sent', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  setOnline(false)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  const { queue, rounds } = deviceTables()
  vi.spyOn(rounds, 'put').mockRejectedValueOnce(new Error('No room'))
  await expect(recordOutcome(first, 'spoke', '')).rejects.toThrow('No room')
  expect([await queue.list(), (await rounds.list()).length]).toEqual([[], 1])
})

test.each([
  ['when the shift ends', 8 * HOUR],
  ['by a clock that was set back further than the shift is long', -9 * HOUR],
])('it goes from the device %s; what waits is still sent', async (_, passed) => {
  const { seen } = await recordOffline('spoke', 'Nobody at home')
  watchShift()
  expect(await deviceTables().rounds.list()).toHaveLength(2)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + passed)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(appStore.get(sealedRoundAtom)).toBeNull())
  await vi.waitFor(() => expect(appStore.get(openRoundAtom)).toBeNull())
  expect(await deviceTables().rounds.list()).toEqual([])
  expect(await readable()).not.toMatch(CANARY)
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => expect(sent(seen)).toHaveLength(1))
})

test('it goes with the session; what waits is sent after the same person is back', async () => {
  const { seen } = await recordOffline('spoke', 'Nobody at home')
  await dispatch({ type: 'session ended' })
  setOnline(true)
  await openTables(viewer, A_KEY)
  expect(await deviceTables().rounds.list()).toEqual([])
  await sendQueue()
  await vi.waitFor(() => expect(sent(seen)).toHaveLength(1))
})
