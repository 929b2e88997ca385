import { beforeAll, expect, test } from 'vitest'
import { VISIT_OUTCOMES } from '#contract/households/visitOutcomes'
import { visitOutcomes } from '../../src/server/db/schema'
import { selected } from './harness/caller'
import { onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { visitTools } from './harness/visits'

const HOUSEHOLDS = 60
const OFFICERS = ['viewer', 'admin', 'viewer'] as const

onEachEngine('Sixty visits by two officers on three devices', {}, (server) => {
  const { set, load, loaded, send, outcome, sealedFor, endAll } = visitTools(server)

  beforeAll(async () => {
    await importHouseholds(
      server(),
      'ashford',
      Array.from({ length: HOUSEHOLDS }, (_, house) => ({
        longitude: String(-1.49 + (house % 10) / 10_000),
        latitude: String(54 + Math.floor(house / 10) / 10_000),
      })),
    )
    await set()
  })

  test('knock on no door twice, and are recorded once each, however often answers are lost', async () => {
    const part = { ...selected(), most: HOUSEHOLDS / OFFICERS.length, leave_out_days: 91 }
    const rounds = await Promise.all(OFFICERS.map((officer) => loaded(officer, part)))
    const doors = rounds.flatMap(({ visits }) => visits.map((one) => one.household_reference))
    expect([doors.length, new Set(doors).size]).toEqual([HOUSEHOLDS, HOUSEHOLDS])

    const deliveries = rounds.map(async (round, device) => {
      for (const [index, visit] of round.visits.entries()) {
        const what = outcome(visit.household_reference, {
          outcome: VISIT_OUTCOMES[index % VISIT_OUTCOMES.length] ?? 'spoke',
          recorded_at: new Date().toISOString(),
        })
        const body = await sealedFor(round, what)
        const officer = OFFICERS[device] ?? 'viewer'
        // Every third answer is lost, and the queue sends it again, maybe while the first is being stored.
        const answers = await Promise.all(Array.from({ length: index % 3 === 0 ? 3 : 1 }, () => send(officer, body)))
        for (const { statusCode } of answers) expect(statusCode).toBe(200)
      }
    })
    await Promise.all(deliveries)
    const stored = await server().services.database.asSystem((tx) => tx.select().from(visitOutcomes))
    expect(stored.length).toBe(HOUSEHOLDS)
    expect(new Set(stored.map(({ householdReference }) => householdReference)).size).toBe(HOUSEHOLDS)
    await endAll()
    expect((await load('admin', part)).json()).toMatchObject({ code: 'visit_round_none_left' })
  })
})
