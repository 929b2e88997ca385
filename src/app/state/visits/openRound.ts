/** An open visit round: its key exists only in the memory of tabs. */
import { z } from 'zod'
import type { FilterRequest } from '#contract/households/filters'
import { loadVisitRound, type HouseholdsLeftOut, type Visit } from '#contract/campaigns/visits'
import type { VisitOutcomeName } from '#contract/households/visitOutcomes'
import { roundContentSchema, shiftKey, visitMarkSchema, type VisitMark } from '#offline/roundContents'
import { isShiftOver, type RoundRecord, type SealedRound } from '#offline/rounds'
import { sealOutcome } from '#offline/sealedOutcome'
import { createSeal, toBase64, type RecordSeal } from '#offline/seal'
import { call } from '../../api/call'
import { deviceTables, isKeptOnDevice } from '../device/tables'
import { append, sendQueue } from '../queue/queue'
import { appStore, atom } from '../store'
import { removeRound, roundRecordsAtom, sealedRoundAtom } from './round'

export interface RoundVisit extends Visit {
  /** From 1, in walking order. */
  readonly number: number
  readonly mark: VisitMark | null
  readonly sealedMark: string | null
}

export interface OpenRound {
  readonly roundId: string
  readonly sealed: string
  readonly outcomeKey: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
  readonly visits: readonly RoundVisit[]
  readonly leftOut: HouseholdsLeftOut | null
  readonly mayOpenMaps: boolean
}

const heldAtom = atom<{ readonly key: CryptoKey; readonly seal: RecordSeal } | null>(null)
const openAtom = atom<OpenRound | null>(null)

/** Null without a round, or until its code is entered. */
export const openRoundAtom = atom((get) => get(openAtom))

export const MIN_CODE_LENGTH = 8
/** More are guesses: the round is removed. */
export const MAX_WRONG_CODES = 10
const SALT_BYTES = 16

/** What is wrong with a code, or null. */
export function findCodeFault(code: string): string | null {
  if ([...code].length < MIN_CODE_LENGTH) return `Use ${MIN_CODE_LENGTH} characters or more.`
  return new Set(code).size < 4 ? 'Use at least four different characters.' : null
}

export interface RoundWanted extends FilterRequest {
  readonly hours: number
  readonly most: number
  /** 0: nobody is left out as visited. */
  readonly leave_out_days: number
}

/**
 * Loads a shift's round and keeps it under the code, replacing any other.
 * @throws Error if this browser keeps nothing; as `call`
 */
export async function startRound(code: string, wanted: RoundWanted): Promise<void> {
  if (!isKeptOnDevice()) {
    throw new Error(
      'This browser keeps nothing for Doorstep, so a visit round would be lost at the first reload. Use a window that is not private, or another browser.',
    )
  }
  if ('storage' in navigator) void navigator.storage.persist().catch(() => {})
  const content = await call(loadVisitRound, { body: wanted })
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
  const key = await shiftKey(code, salt)
  const startedAt = Date.now()
  const { sealed } = await createSeal(key, 'rounds').seal({ id: 'round', ...content })
  await deviceTables().rounds.replace([
    {
      id: 'round',
      roundId: content.round_id,
      salt,
      startedAt,
      endsAt: startedAt + wanted.hours * 3_600_000,
      wrongCodes: 0,
      sealed,
    },
  ])
  hold(key)
}

/** Opens the round. @returns remaining attempts after a wrong code; null once open */
export async function unlockRound(code: string): Promise<number | null> {
  const round = appStore.get(sealedRoundAtom)
  if (!round) return null
  const key = await shiftKey(code, round.salt)
  if (await isRight(key, round)) {
    if (round.wrongCodes > 0) await setWrongCodes(() => 0)
    hold(key)
    return null
  }
  const left = MAX_WRONG_CODES - (await setWrongCodes((before) => before + 1))
  if (left <= 0) await removeRound()
  return left
}

async function isRight(key: CryptoKey, round: SealedRound): Promise<boolean> {
  try {
    await createSeal(key, 'rounds').open(round)
    return true
  } catch {
    return false
  }
}

async function setWrongCodes(change: (before: number) => number): Promise<number> {
  const { rounds } = deviceTables()
  return rounds.atomically(async () => {
    const round = (await rounds.list()).find((record) => record.id === 'round')
    if (!round) return MAX_WRONG_CODES
    const wrongCodes = change(round.wrongCodes)
    await rounds.put({ ...round, wrongCodes })
    return wrongCodes
  })
}

/** Forgets the key in every tab: the code is needed again. */
export function lockRound(): void {
  broadcast({ type: 'lock' })
  appStore.set(heldAtom, null)
}

/**
 * Marks and queues an outcome in one transaction, sealed for the server.
 * @throws Error if another tab recorded it or removed the household, or the shift is over
 */
export async function recordOutcome(
  visit: RoundVisit,
  outcome: VisitOutcomeName,
  note: string,
  callAgainOn: string | null = null,
): Promise<void> {
  const round = appStore.get(openAtom)
  const held = appStore.get(heldAtom)
  if (!round || !held) throw new Error('The visit round is closed.')
  if (!round.visits.some(({ number }) => number === visit.number)) throw new Error(ERASED)
  const outcomeId = crypto.randomUUID()
  const id = `visit ${visit.number}` as const
  const recorded = {
    household_reference: visit.household_reference,
    outcome,
    note,
    recorded_at: new Date().toISOString(),
    call_again_on: callAgainOn,
  }
  const sealed = await sealOutcome(round.outcomeKey, outcomeId, recorded)
  const mark: VisitMark = { id, outcomeId, outcome, note, callAgainOn }
  const sealedMark = (await held.seal.seal(mark)).sealed
  const body = { id: outcomeId, round_id: round.roundId, sealed }
  const { rounds } = deviceTables()
  await rounds.atomically(async () => {
    const records = await rounds.list()
    const kept = records.find((record) => record.id === 'round')
    if (kept?.roundId !== round.roundId || isShiftOver(kept, Date.now())) throw new Error('The shift is over.')
    if (kept.sealed !== round.sealed) throw new Error(FEWER)
    const before = records.find((record) => record.id === id)?.sealed ?? null
    if (before !== visit.sealedMark) throw new Error(ELSEWHERE)
    await append(outcomeId, { kind: 'visit-outcome', body })
    await rounds.put({ id, outcomeId, sealed: sealedMark })
  }, ['queue'])
  void sendQueue()
}

const ERASED = 'Your organisation has erased this household. Nothing was recorded.'
const FEWER =
  'Your organisation has erased a household of this round. Nothing was recorded: record this visit again if it is still there.'
const ELSEWHERE = 'Another tab has recorded this visit. See what it says, then change it if you need to.'

function hold(key: CryptoKey): void {
  appStore.set(heldAtom, { key, seal: createSeal(key, 'rounds') })
  const round = appStore.get(sealedRoundAtom)
  if (round) broadcast({ type: 'key', roundId: round.roundId, key })
}

let latest = {}

async function open(): Promise<void> {
  const mine = (latest = {})
  const held = appStore.get(heldAtom)
  const records = appStore.get(roundRecordsAtom)
  const opened = held && (await openRecords(held.seal, records).catch(() => null))
  if (latest === mine) appStore.set(openAtom, opened)
}

async function openRecords(seal: RecordSeal, records: readonly RoundRecord[]): Promise<OpenRound | null> {
  const opened = async ({ id, sealed }: RoundRecord) =>
    (seal.remembered({ id, sealed }) ?? { value: await seal.open({ id, sealed }) }).value
  const round = records.find((record): record is SealedRound => record.id === 'round')
  if (!round) return null
  const content = roundContentSchema.parse(await opened(round))
  const visits = content.visits.map(async (visit, index): Promise<RoundVisit | null> => {
    if (!visit) return null
    const record = records.find(({ id }) => id === `visit ${index + 1}`)
    const mark = record ? visitMarkSchema.parse(await opened(record)) : null
    return { ...visit, number: index + 1, mark, sealedMark: record?.sealed ?? null }
  })
  const { roundId, endsAt, sealed } = round
  const there = (await Promise.all(visits)).filter((visit) => visit !== null)
  const { outcome_key: outcomeKey, left_out: leftOut = null, may_open_maps: mayOpenMaps = false } = content
  return { roundId, endsAt, sealed, outcomeKey, visits: there, leftOut, mayOpenMaps }
}

/** Removes households with their marks; an empty round goes too. @returns whether any was in it */
export async function forgetVisits(isErased: (reference: string) => boolean): Promise<boolean> {
  const held = appStore.get(heldAtom)
  const { rounds } = deviceTables()
  const round = (await rounds.list()).find((record) => record.id === 'round')
  if (!held || !round) return false
  const content = roundContentSchema.parse(await held.seal.open(round))
  const visits = content.visits.map((visit) => (visit && isErased(visit.household_reference) ? null : visit))
  const gone = visits.flatMap((visit, index) => (visit === null && content.visits[index] ? [index + 1] : []))
  if (gone.length === 0) return false
  if (visits.every((visit) => visit === null)) {
    await removeRound()
    return true
  }
  const left = { ...content, visits }
  const { sealed } = await held.seal.seal(left)
  const isDone = await rounds.atomically(async () => {
    const kept = (await rounds.list()).find((record) => record.id === 'round')
    // Another tab loaded a newer round.
    if (kept?.roundId !== round.roundId) return true
    if (kept.sealed !== round.sealed) return false
    await rounds.put({ ...kept, sealed })
    for (const number of gone) await rounds.remove(`visit ${number}`)
    return true
  })
  // Another tab may have removed others.
  if (!isDone) await forgetVisits(isErased)
  return true
}

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), roundId: z.string() }),
  z.object({ type: z.literal('key'), roundId: z.string(), key: z.instanceof(CryptoKey) }),
  z.object({ type: z.literal('lock') }),
])

/** Shares the key between tabs, so that the code is entered once. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('doorstep-visit-round') : undefined

const broadcast = (message: z.infer<typeof messageSchema>): void => tabs?.postMessage(message)

function ask(): void {
  const round = appStore.get(sealedRoundAtom)
  if (!round) appStore.set(heldAtom, null)
  else if (!appStore.get(heldAtom)) broadcast({ type: 'ask', roundId: round.roundId })
}

tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = messageSchema.safeParse(data).data
  const held = appStore.get(heldAtom)
  const round = appStore.get(sealedRoundAtom)
  if (message?.type === 'lock') appStore.set(heldAtom, null)
  else if (message?.roundId !== round?.roundId) return
  else if (message?.type === 'ask' && held) broadcast({ ...message, type: 'key', key: held.key })
  else if (message?.type === 'key' && !held)
    appStore.set(heldAtom, { key: message.key, seal: createSeal(message.key, 'rounds') })
})

appStore.sub(sealedRoundAtom, ask)
appStore.sub(roundRecordsAtom, () => void open())
appStore.sub(heldAtom, () => void open())
ask()
