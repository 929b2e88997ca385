import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { matchHouseholdReferences } from '#contract/households/filters'
import { endVisitRound } from '#contract/campaigns/visits'
import { shiftKey } from '#offline/roundContents'
import type { SealedRound } from '#offline/rounds'
import { createSeal } from '#offline/seal'
import { fakeServer } from '../../testing/fakeServer'
import { setOnline } from '../connectivity'
import { closeTables, deviceTables } from '../device/tables'
import { watchErasures } from '../erased'
import { erasureCountAtom } from '../session'
import { appStore } from '../store'
import {
  findCodeFault,
  forgetVisits,
  MAX_WRONG_CODES,
  openRoundAtom,
  recordOutcome,
  startRound,
  unlockRound,
} from './openRound'
import { endRound } from './round'
import {
  roundAnswers,
  CANARY,
  cleanRoundsForEachTest,
  CODE,
  meanwhile,
  WANTED,
  opened,
  readable,
  restart,
  ROUND,
} from '../../testing/visitRounds'

const OTHER_ROUND = crypto.randomUUID()

cleanRoundsForEachTest()

test.each([
  ['1234567', false],
  ['aaaabbbb', false],
  ['12345678', true],
  [CODE, true],
])('the code %s', (code, isGood) => expect(findCodeFault(code) === null).toBe(isGood))

test('a round is sealed on the device, and opened by its code alone after a restart', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
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

test('a round asks the browser for storage that lasts', async () => {
  fakeServer(roundAnswers)
  const persist = vi.fn(async () => true)
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
  await startRound(CODE, WANTED)
  await opened()
  expect(persist).toHaveBeenCalledOnce()
  Reflect.deleteProperty(navigator, 'storage')
})

test('a round that is ended goes from the device, offline too, and the server is told', async () => {
  const seen = fakeServer(roundAnswers)
  const told = () => seen.filter(({ path }) => path === endVisitRound.path).map(({ body }) => body)
  await startRound(CODE, WANTED)
  await opened()
  setOnline(false)
  await endRound()
  expect([await deviceTables().rounds.list(), told()]).toEqual([[], []])
  setOnline(true)
  await startRound(CODE, WANTED)
  await opened()
  await endRound()
  expect(await deviceTables().rounds.list()).toEqual([])
  expect(told()).toEqual([{ round_id: ROUND.round_id }])
})

test('an erased household leaves a round with what was marked of it, and the others keep their numbers', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
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

test('two tabs that know of other erasures both take theirs out of a round', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  await opened()
  meanwhile(() => forgetVisits((reference) => reference === 'CANARY-3'))
  expect(await forgetVisits((reference) => reference === 'CANARY-2')).toBe(true)
  const { visits } = await opened((round) => round.visits.length === 1)
  expect(visits.map(({ household_reference }) => household_reference)).toEqual(['CANARY-1'])
})

test('a round that another tab loads meanwhile under another code is left alone', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
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

test('a round is asked about when it is opened, where something was ever erased', async () => {
  const { path: matches } = matchHouseholdReferences
  const seen = fakeServer({ ...roundAnswers, [matches]: { json: { matched: [], unmatched: ['CANARY-2'] } } })
  // Asked before the round was open.
  appStore.set(erasureCountAtom, 1)
  await deviceTables().kept.put({ id: 'erasures', count: 1, roundId: null })
  const stop = watchErasures()
  await startRound(CODE, WANTED)
  await opened((round) => round.visits.length === 2)
  const bodies = seen.filter(({ path }) => path === matches).map(({ body }) => body)
  expect(bodies[0]).toEqual({ erasures_seen: 0, values: ['CANARY-1', 'CANARY-2', 'CANARY-3'] })
  stop()
})

test('ten wrong codes remove it', async () => {
  fakeServer(roundAnswers)
  await startRound(CODE, WANTED)
  const [round] = await deviceTables().rounds.list()
  if (round?.id !== 'round') throw new Error('no round')
  await deviceTables().rounds.put({ ...round, wrongCodes: MAX_WRONG_CODES - 1 })
  await restart()
  expect(await unlockRound('another green door')).toBe(0)
  expect(await deviceTables().rounds.list()).toEqual([])
})

test('a browser that keeps nothing starts no round', async () => {
  closeTables()
  const seen = fakeServer(roundAnswers)
  await expect(startRound(CODE, WANTED)).rejects.toThrow('keeps nothing')
  expect(seen).toEqual([])
})
