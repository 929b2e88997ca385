/** Rounds of visits on a device, with a server that has one to load, for tests. */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { loadVisitRound, sendVisitOutcome, type LoadedRound } from '#contract/campaigns/visits'
import { databaseNames, deleteDatabase, openDeviceDatabase } from '#offline/database'
import { TABLES } from '#offline/kept'
import { A_KEY } from './aKey'
import type { fakeServer, FakeAnswer } from './fakeServer'
import { setOnline } from '../state/connectivity'
import { dispatch, startDocument } from '../state/device/device'
import { closeTables, deviceTables, openTables } from '../state/device/tables'
import { appStore } from '../state/store'
import { lockRound, openRoundAtom, type OpenRound } from '../state/visits/openRound'
import { sealedRoundAtom } from '../state/visits/round'
export const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }
export const CODE = 'seven green doors'
export const WANTED = {
  filter_request_list: [],
  dynamic_filter_value_request_list: [],
  hours: 8,
  most: 60,
  leave_out_days: 0,
}
export const HOUR = 3_600_000

/** A point of P-256. */
const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))

export const ROUND: LoadedRound = {
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
    preferred_language: 'Welsh',
    unclaimed: [{ display_name: 'Pension Credit', value: '£520' }],
    contact: { name: `Kanarienvogel ${house}`, address: [`${house} Volary Lane`] },
  })),
}
export const CANARY = /CANARY|Kanarienvogel|Volary|Pension Credit|Welsh|Nobody at home/

export const roundAnswers: Record<string, FakeAnswer> = {}

/** The open round, once it is. */
export const opened = (isReady: (round: OpenRound) => boolean = () => true) =>
  vi.waitFor(() => {
    const round = appStore.get(openRoundAtom)
    if (!round || !isReady(round)) throw new Error('not yet')
    return round
  })

/** All that the databases hold, as text, and what the queue holds opened. */
export async function readable(): Promise<string> {
  const texts = (await databaseNames()).map(async (name) => {
    const database = await openDeviceDatabase(name)
    const records = await Promise.all(TABLES.map((table) => database.table(table).toArray()))
    database.close()
    return JSON.stringify(records)
  })
  return [...(await Promise.all(texts)), JSON.stringify(await deviceTables().queue.list())].join()
}

/** As a kill of every tab and a new start: what was in memory is gone. */
export async function restart() {
  lockRound()
  closeTables()
  await openTables(viewer, A_KEY)
  await vi.waitFor(() => expect(appStore.get(sealedRoundAtom)).not.toBeNull())
}

export const sent = (seen: ReturnType<typeof fakeServer>) => seen.filter(({ path }) => path === sendVisitOutcome.path)

/** A device that is signed in, without a round; nothing of it is left for the next test. */
export function cleanRoundsForEachTest(): void {
  beforeEach(async () => {
    vi.stubGlobal('location', { replace: vi.fn() })
    closeTables()
    for (const name of await databaseNames()) await deleteDatabase(name)
    await openTables(viewer, A_KEY)
    await startDocument()
    await dispatch({ type: 'opened', owner: 'mine', hadOthers: false })
    Object.assign(roundAnswers, {
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
}

/** What another tab does between what this one read and what it writes. */
export function meanwhile(work: () => Promise<unknown>): void {
  const { rounds } = deviceTables()
  const atomically = rounds.atomically.bind(rounds)
  vi.spyOn(rounds, 'atomically').mockImplementationOnce(async (write, others) => {
    await work()
    return atomically(write, others)
  })
}
