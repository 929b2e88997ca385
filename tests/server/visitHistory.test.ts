import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getWantsHelp } from '#contract/campaigns/replies'
import type { VisitOutcome } from '#contract/campaigns/visits'
import { daysOn, londonDay } from '#contract/days'
import { facetsSchema } from '#contract/households/filters'
import { helpRequests, visitRounds } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { VISIT_SETTINGS, visitTools } from './harness/visits'

const DAY = 86_400_000
const REFERENCES = ['TST-0001', 'TST-0002', 'TST-0003', 'TST-0004', 'TST-0005', 'TST-0006']

onEngine('embedded', 'Visits before', {}, (server) => {
  const { set, load, loaded, record, endAll } = visitTools(server)
  const asSystem = () => server().services.database.asSystem
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
  const today = () => londonDay(new Date())

  beforeAll(async () => {
    await importHouseholds(
      server(),
      'ashford',
      REFERENCES.map((household_reference, house) => ({
        household_reference,
        ward_code: 'E05999001',
        longitude: `-1.495${house}`,
        latitude: '54.0052',
      })),
    )
    await addContacts(server(), 'ashford', [exampleContact('TST-0001', { mobile: '07700900123' })])
    await set()
  })
  beforeEach(async () => {
    await asSystem()((tx) => tx.delete(visitRounds))
    await asSystem()((tx) => tx.delete(helpRequests))
  })

  /** What came of visits of a round that is over. */
  const visited = async (outcomes: Record<string, Partial<VisitOutcome>>) => {
    const round = await loaded('admin')
    for (const [reference, change] of Object.entries(outcomes)) {
      expect((await record('admin', round, reference, change)).statusCode).toBe(200)
    }
    await endAll()
  }
  const stops = async (change: object = {}) =>
    (await loaded('viewer', { ...selected(), ...change })).visits
      .map(({ household_reference: reference }) => reference)
      .sort()

  test('are shown in a round, their note to a role that is shown everything', async () => {
    await visited({
      'TST-0001': { outcome: 'left_card', note: 'Card through the door', recorded_at: daysAgo(9) },
      'TST-0002': { outcome: 'nobody_in', note: 'Dog in the yard', recorded_at: daysAgo(3) },
    })
    const lastOf = async (reference: string) =>
      (await loaded()).visits.find((one) => one.household_reference === reference)?.last_visit
    expect(await lastOf('TST-0002')).toEqual({
      outcome: 'nobody_in',
      day: londonDay(new Date(Date.now() - 3 * DAY)),
      note: 'Dog in the yard',
    })
    await endAll()
    expect(await lastOf('TST-0003')).toBeNull()
    await endAll()
    const admin = await callAs(server(), 'admin')
    const rules = { roles: [{ role: 'Viewer', may_export: true, hidden_groups: ['health'] }], purposes: [] }
    await admin.post('/api/set-access-rules', rules)
    expect(await lastOf('TST-0002')).toMatchObject({ outcome: 'nobody_in', note: null })
    await admin.post('/api/set-access-rules', { roles: [], purposes: [] })
  })

  test('keep a household out of the rounds of the chosen days, unless it is to be called at again by today', async () => {
    await visited({
      'TST-0001': { outcome: 'spoke', recorded_at: daysAgo(40) },
      'TST-0002': { outcome: 'spoke', recorded_at: daysAgo(3) },
      'TST-0003': { outcome: 'call_again', recorded_at: daysAgo(3), call_again_on: today() },
      'TST-0004': { outcome: 'call_again', recorded_at: daysAgo(3), call_again_on: daysOn(today(), 1) },
      'TST-0005': { outcome: 'call_again', recorded_at: daysAgo(0) },
    })
    const round = await loaded('viewer', { ...selected(), leave_out_days: 30 })
    expect(round.visits.map((one) => one.household_reference).sort()).toEqual(['TST-0001', 'TST-0003', 'TST-0006'])
    expect(round.left_out).toEqual({ visited: 3, in_open_rounds: 0, do_not_contact: 0, more: 0 })
    await endAll()
    expect(await stops({ leave_out_days: 91 })).toEqual(['TST-0003', 'TST-0006'])
    await endAll()
    expect(await stops()).toEqual(REFERENCES)
    await endAll()
    const only = selected({ last_visit: ['spoke'] })
    const none = (await load('viewer', { ...only, leave_out_days: 91 })).json<{ code: string; detail: string }>()
    expect(none.code).toBe('visit_round_none_left')
    expect(none.detail).toContain('of 2 that match, 2 visited in the time that you chose')
  })

  test('do not bring two officers to one door, though they start from one filter at the same moment', async () => {
    const three = { ...selected(), most: 3 }
    const rounds = await Promise.all([loaded('viewer', three), loaded('admin', three)])
    const doors = rounds.flatMap(({ visits }) => visits.map((one) => one.household_reference))
    expect(doors.sort()).toEqual(REFERENCES)
    for (const person of ['viewer', 'admin'] as const) {
      const refused = (await load(person)).json<{ detail: string }>()
      expect(refused.detail).toContain('of 6 that match, 6 in a visit round that is open')
    }
    const admin = await callAs(server(), 'admin')
    await admin.post('/api/end-visit-round', { round_id: rounds[1].round_id })
    expect((await stops()).length, 'what a colleague ended is free').toBe(3)
  })

  test('are a filter, by what came of the last one and when', async () => {
    await visited({
      'TST-0001': { outcome: 'refused', recorded_at: daysAgo(100) },
      'TST-0002': { outcome: 'call_again', recorded_at: daysAgo(40) },
      'TST-0003': { outcome: 'nobody_in', recorded_at: daysAgo(2) },
    })
    await visited({ 'TST-0003': { outcome: 'helped_to_claim', recorded_at: daysAgo(1) } })
    const viewer = await callAs(server(), 'viewer')
    const matching = async (filters: Record<string, string[]>) => {
      const { body } = await viewer.post('/api/temporary-csv', selected(filters))
      const { household_count } = facetsSchema.parse(
        (await viewer.post('/api/filter-facets', selected(filters))).json(),
      )
      const references = [...body.matchAll(/TST-000\d/g)].map(([reference]) => reference).sort()
      expect(household_count).toBe(references.length)
      return references
    }
    expect(await matching({ last_visit: ['call_again', 'refused'] })).toEqual(['TST-0001', 'TST-0002'])
    expect(await matching({ last_visit: ['nobody_in'] })).toEqual([])
    expect(await matching({ last_visit: ['never', 'helped_to_claim'] })).toEqual(REFERENCES.slice(2))
    expect(await matching({ last_visited: ['days_30'] })).toEqual(['TST-0003'])
    expect(await matching({ last_visited: ['days_90', 'earlier'] })).toEqual(['TST-0001', 'TST-0002'])
    expect(await matching({ last_visited: ['never'] })).toEqual(REFERENCES.slice(3))
    const wrong = await viewer.post('/api/filter-facets', selected({ last_visit: ['constructor'] }))
    expect(wrong.json()).toHaveProperty(['fields', 'filter_request_list.0.filter_value_list.0'])
    expect(await stops(selected({ last_visit: ['call_again'] }))).toEqual(['TST-0002'])
  })

  test('join the list of who wants help: call again until then, helped to claim as done', async () => {
    const on = daysOn(today(), 5)
    await visited({
      'TST-0001': { outcome: 'call_again', note: 'Has the letters ready', call_again_on: on, recorded_at: daysAgo(0) },
      'TST-0002': { outcome: 'helped_to_claim', recorded_at: daysAgo(0) },
      'TST-0003': { outcome: 'helped_to_claim', call_again_on: on, recorded_at: daysAgo(0) },
      'TST-0004': { outcome: 'spoke', call_again_on: on, recorded_at: daysAgo(0) },
      'TST-0005': { outcome: 'refused', recorded_at: daysAgo(0) },
    })
    const viewer = await callAs(server(), 'viewer')
    const list = async (view: string) =>
      getWantsHelp.reply.parse((await viewer.get(`/api/wants-help?view=${view}`)).json()).households
    const open = await list('open')
    expect(open.map((one) => [one.household_reference, one.call_back_on]).sort()).toEqual([
      ['TST-0001', on],
      ['TST-0003', on],
    ])
    expect(open.find((one) => one.household_reference === 'TST-0001')?.last_visit).toEqual({
      outcome: 'call_again',
      day: today(),
      note: 'Has the letters ready',
    })
    expect((await list('done')).map((one) => one.household_reference)).toEqual(['TST-0002'])
    await visited({ 'TST-0001': { outcome: 'refused' } })
    expect((await list('done')).map((one) => one.household_reference).sort()).toEqual(['TST-0001', 'TST-0002'])
  })

  test('a postcode opens a maps app only where the organisation allows it', async () => {
    const allowed = async () => {
      const { may_open_maps: isAllowed, visits } = await loaded()
      await endAll()
      return [isAllowed, visits.every(({ postcode }) => /\d/.test(postcode ?? ''))]
    }
    expect(await allowed()).toEqual([false, true])
    await set({ ...VISIT_SETTINGS, may_open_maps: true })
    expect(await allowed()).toEqual([true, true])
    await set()
  })
})
