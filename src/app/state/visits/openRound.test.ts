import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { matchHouseholdReferences } from '#contract/households/filters'
import { endVisitRound, loadVisitRound, sendVisitOutcome, type LoadedRound } from '#contract/campaigns/visits'
import { databaseNames, deleteDatabase, openDeviceDatabase } from '#offline/database'
import { TABLES } from '#offline/kept'
import { shiftKey } from '#offline/roundContents'
import type { SealedRound } from '#offline/rounds'
import { createSeal } from '#offline/seal'
import { A_KEY } from '../../testing/aKey'
import { fakeServer, type FakeAnswer } from '../../testing/fakeServer'
import { setOnline } from '../connectivity'
import { dispatch, startDocument } from '../device/device'
import { closeTables, deviceTables, openTables } from '../device/tables'
import { watchErasures } from '../erased'
import { discard } from '../queue/items'
import { sendQueue } from '../queue/queue'
import { erasureCountAtom } from '../session'
import { appStore } from '../store'
import {
  findCodeFault,
  forgetVisits,
  lockRound,
  MAX_WRONG_CODES,
  openRoundAtom,
  recordOutcome,
  startRound,
  unlockRound,
  type OpenRound,
} from './openRound'
import { endRound, sealedRoundAtom, watchShift } from './round'

const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }
const CODE = 'seven green doors'
const NONE = { filter_request_list: [], dynamic_filter_value_request_list: [] }
const HOUR = 3_600_000

/** A point of P-256. */
const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))

const ROUND: LoadedRound = {
  round_id: crypto.randomUUID(),
  outcome_key: btoa(String.fromCharCode(...point))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', ''),
  visits: [1, 2, 3].map((house) => ({
    household_reference: `CANARY-${house}`,
    longitude: -1.5,
    latitude: 54,
    ward_name: 'Harbour',
    do_not_contact: false,
    preferred_language: 'Welsh',
    unclaimed: [{ display_name: 'Pension Credit', value: '£520' }],
    contact: { name: `Kanarienvogel ${house}`, address: [`${house} Volary Lane`] },
  })),
}
const OTHER_ROUND = crypto.randomUUID()
const CANARY = /CANARY|Kanarienvogel|Volary|Pension Credit|Welsh|Nobody at home/

const answers: Record<string, FakeAnswer> = {}

/** The open round, once it is. */
const opened = (isReady: (round: OpenRound) => boolean = () => true) =>
  vi.waitFor(() => {
    const round = appStore.get(openRoundAtom)
    if (!round || !isReady(round)) throw new Error('not yet')
    return round
  })

/** All that the databases hold, as text, and what the queue holds opened. */
async function readable(): Promise<string> {
  const texts = (await databaseNames()).map(async (name) => {
    const database = await openDeviceDatabase(name)
    const records = await Promise.all(TABLES.map((table) => database.table(table).toArray()))
    database.close()
    return JSON.stringify(records)
  })
  return [...(await Promise.all(texts)), JSON.stringify(await deviceTables().queue.list())].join()
}

/** As a kill of every tab and a new start: what was in memory is gone. */
async function restart() {
  lockRound()
  closeTables()
  await openTables(viewer, A_KEY)
  await vi.waitFor(() => expect(appStore.get(sealedRoundAtom)).not.toBeNull())
}

const sent = (seen: ReturnType<typeof fakeServer>) => seen.filter(({ path }) => path === sendVisitOutcome.path)

beforeEach(async () => {
  vi.stubGlobal('location', { replace: vi.fn() })
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
  await openTables(viewer, A_KEY)
  await startDocument()
  await dispatch({ type: 'opened', owner: 'mine', hadOthers: false })
  Object.assign(answers, {
    [loadVisitRound.path]: { json: ROUND },
    [sendVisitOutcome.path]: { json: { id: crypto.randomUUID() } },
  })
})
afterEach(() => {
  lockRound()
  setOnline(true)
  closeTables()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['1234567', false],
  ['aaaabbbb', false],
  ['12345678', true],
  [CODE, true],
])('the code %s', (code, isGood) => expect(findCodeFault(code) === null).toBe(isGood))

test('a round is sealed on the device, and opened by its code alone after a restart', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  expect((await opened()).visits.map(({ number, household_reference }) => [number, household_reference])).toEqual([
    [1, 'CANARY-1'],
    [2, 'CANARY-2'],
    [3, 'CANARY-3'],
  ])
  await restart()
  expect(appStore.get(openRoundAtom)).toBeNull()
  expect(await readable()).not.toMatch(CANARY)
  expect(JSON.stringify(await deviceTables().rounds.list()), 'with the device key alone').not.toMatch(CANARY)
  expect(await unlockRound('another green door')).toBe(MAX_WRONG_CODES - 1)
  expect(await unlockRound(CODE)).toBeNull()
  await opened()
})

test('a round that is ended goes from the device, offline too, and the server is told', async () => {
  const seen = fakeServer(answers)
  const told = () => seen.filter(({ path }) => path === endVisitRound.path).map(({ body }) => body)
  await startRound(CODE, 8, NONE)
  await opened()
  setOnline(false)
  await endRound()
  expect([await deviceTables().rounds.list(), told()]).toEqual([[], []])
  setOnline(true)
  await startRound(CODE, 8, NONE)
  await opened()
  await endRound()
  expect(await deviceTables().rounds.list()).toEqual([])
  expect(told()).toEqual([{ round_id: ROUND.round_id }])
})

test('an erased household leaves a round with what was marked of it, and the others keep their numbers', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  setOnline(false)
  const [first, second] = (await opened()).visits
  if (!first || !second) throw new Error('no visits')
  await recordOutcome(first, 'left_card', 'Card')
  await recordOutcome(second, 'spoke', 'Nobody at home')
  const isErased = (reference: string) => reference === 'CANARY-2'
  expect(await forgetVisits(isErased)).toBe(true)
  expect(await forgetVisits(isErased)).toBe(false)
  await opened((round) => round.visits.length === 2)
  await expect(recordOutcome(second, 'moved', '')).rejects.toThrow('has erased this household')
  await restart()
  await unlockRound(CODE)
  const { visits } = await opened()
  expect(visits.map(({ number, household_reference }) => [number, household_reference])).toEqual([
    [1, 'CANARY-1'],
    [3, 'CANARY-3'],
  ])
  expect(visits.map(({ mark }) => mark?.note)).toEqual(['Card', undefined])
  expect(await deviceTables().rounds.list()).toHaveLength(2)
  expect(await forgetVisits(() => true)).toBe(true)
  expect(await deviceTables().rounds.list()).toEqual([])
})

/** What another tab does between what this one read and what it writes. */
function meanwhile(work: () => Promise<unknown>): void {
  const { rounds } = deviceTables()
  const atomically = rounds.atomically.bind(rounds)
  vi.spyOn(rounds, 'atomically').mockImplementationOnce(async (write, others) => {
    await work()
    return atomically(write, others)
  })
}

test('two tabs that know of other erasures both take theirs out of a round', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  await opened()
  meanwhile(() => forgetVisits((reference) => reference === 'CANARY-3'))
  expect(await forgetVisits((reference) => reference === 'CANARY-2')).toBe(true)
  const { visits } = await opened((round) => round.visits.length === 1)
  expect(visits.map(({ household_reference }) => household_reference)).toEqual(['CANARY-1'])
})

test('a round that another tab loads meanwhile under another code is left alone', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  await opened()
  meanwhile(async () => {
    const { rounds } = deviceTables()
    const before = (await rounds.list()).find((record): record is SealedRound => record.id === 'round')!
    const key = await shiftKey('another code', before.salt)
    const { sealed } = await createSeal(key, 'rounds').seal({ id: 'round', ...ROUND })
    await rounds.replace([{ ...before, roundId: OTHER_ROUND, sealed }])
  })
  expect(await forgetVisits((reference) => reference === 'CANARY-2')).toBe(true)
  expect(await deviceTables().rounds.list()).toMatchObject([{ roundId: OTHER_ROUND }])
})

test('what another tab erased or began meanwhile has nothing recorded of it', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  setOnline(false)
  const [first, second] = (await opened()).visits
  if (!first || !second) throw new Error('no visits')
  meanwhile(() => forgetVisits((reference) => reference === 'CANARY-1'))
  await expect(recordOutcome(first, 'spoke', '')).rejects.toThrow('has erased a household')
  await opened((round) => round.visits.length === 2)
  setOnline(true)
  answers[loadVisitRound.path] = { json: { ...ROUND, round_id: crypto.randomUUID() } }
  meanwhile(() => startRound(CODE, 8, NONE))
  await expect(recordOutcome(second, 'spoke', '')).rejects.toThrow('The shift is over')
  expect(await deviceTables().queue.list()).toEqual([])
  expect(await deviceTables().rounds.list()).toHaveLength(1)
})

test('nothing is recorded once the shift is over, though the round is still on screen', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 8 * HOUR)
  await expect(recordOutcome(first, 'spoke', '')).rejects.toThrow('The shift is over')
  expect(await deviceTables().queue.list()).toEqual([])
})

test('a round is asked about when it is opened, where something was ever erased', async () => {
  const { path: matches } = matchHouseholdReferences
  const seen = fakeServer({ ...answers, [matches]: { json: { matched: [], unmatched: ['CANARY-2'] } } })
  // Asked before the round was open.
  appStore.set(erasureCountAtom, 1)
  await deviceTables().kept.put({ id: 'erasures', count: 1, roundId: null })
  const stop = watchErasures()
  await startRound(CODE, 8, NONE)
  await opened((round) => round.visits.length === 2)
  const bodies = seen.filter(({ path }) => path === matches).map(({ body }) => body)
  expect(bodies[0]).toEqual({ erasures_seen: 0, values: ['CANARY-1', 'CANARY-2', 'CANARY-3'] })
  stop()
})

test('ten wrong codes remove it', async () => {
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
  const [round] = await deviceTables().rounds.list()
  if (round?.id !== 'round') throw new Error('no round')
  await deviceTables().rounds.put({ ...round, wrongCodes: MAX_WRONG_CODES - 1 })
  await restart()
  expect(await unlockRound('another green door')).toBe(0)
  expect(await deviceTables().rounds.list()).toEqual([])
})

test('an outcome is marked and waits in one step, readable to nobody on the device, and is sent once', async () => {
  const seen = fakeServer(answers)
  await startRound(CODE, 8, NONE)
  setOnline(false)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  await recordOutcome(first, 'left_card', 'Nobody at home')
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
  const seen = fakeServer(answers)
  await startRound(CODE, 8, NONE)
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
  fakeServer(answers)
  await startRound(CODE, 8, NONE)
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
  const seen = fakeServer(answers)
  await startRound(CODE, 8, NONE)
  setOnline(false)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  await recordOutcome(first, 'spoke', 'Nobody at home')
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
  const seen = fakeServer(answers)
  await startRound(CODE, 8, NONE)
  setOnline(false)
  const [first] = (await opened()).visits
  if (!first) throw new Error('no visit')
  await recordOutcome(first, 'spoke', 'Nobody at home')
  await dispatch({ type: 'session ended' })
  setOnline(true)
  await openTables(viewer, A_KEY)
  expect(await deviceTables().rounds.list()).toEqual([])
  await sendQueue()
  await vi.waitFor(() => expect(sent(seen)).toHaveLength(1))
})

test('a browser that keeps nothing starts no round', async () => {
  closeTables()
  const seen = fakeServer(answers)
  await expect(startRound(CODE, 8, NONE)).rejects.toThrow('keeps nothing')
  expect(seen).toEqual([])
})
