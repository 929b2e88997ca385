import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  getVisitSettings,
  loadVisitRound,
  MAX_VISITS,
  type LoadedRound,
  type VisitOutcome,
} from '#contract/campaigns/visits'
import { auditEntries, contacts, householdLooks, visitOutcomes, visitRounds } from '../../src/server/db/schema'
import { sealOutcome } from '../../src/offline/sealedOutcome'
import { callAs, selected } from './harness/caller'
import { addContacts, exampleContact } from './harness/contacts'
import { onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/** In a street from west to east, listed out of order. */
const HOUSEHOLDS = [4, 1, 3, 2, 5].map((house) => ({
  household_reference: `TST-000${house}`,
  ward_code: 'E05999001',
  longitude: `-1.495${house}`,
  latitude: '54.0052',
  preferred_language: house === 1 ? 'cy' : 'en',
  ...(house > 2 ? {} : { age_of_head: '80', pension_age: 'true', pension_credit: 'eligible_not_claiming' }),
  pension_credit_weekly_award: '10.00',
}))

onEachEngine('Visit rounds', {}, (server) => {
  const set = async (settings: object) => (await callAs(server(), 'admin')).post('/api/set-visit-settings', settings)
  const load = async (person: 'viewer' | 'admin' | 'other' = 'viewer', filters = selected(), hours = 8) =>
    (await callAs(server(), person)).post('/api/visit-round', { ...filters, hours })
  const loaded = async (...who: Parameters<typeof load>): Promise<LoadedRound> =>
    loadVisitRound.reply.parse((await load(...who)).json<unknown>())
  const send = async (person: 'viewer' | 'admin' | 'other', body: object) =>
    (await callAs(server(), person)).post('/api/visit-outcome', body)
  const outcome = (reference: string, change: Partial<VisitOutcome> = {}): VisitOutcome => ({
    household_reference: reference,
    outcome: 'spoke',
    note: 'In the garden',
    recorded_at: '2026-11-20T10:00:00.000Z',
    ...change,
  })
  const sealedFor = async ({ outcome_key, round_id }: LoadedRound, what: VisitOutcome) => {
    const id = crypto.randomUUID()
    return { id, round_id, sealed: await sealOutcome(outcome_key, id, what) }
  }
  const inTables = <Row>(work: Parameters<ReturnType<typeof server>['services']['database']['asSystem']>[0]) =>
    server().services.database.asSystem(work) as Promise<Row>

  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', HOUSEHOLDS)
    await addContacts(server(), 'ashford', [
      exampleContact('TST-0001', { firstName: 'Nia', lastName: 'Canary' }),
      exampleContact('TST-0002', { firstName: 'Owen', lastName: 'Quiet', doNotContact: true }),
    ])
  })

  test('are off until an administrator switches them on, for roles that get names', async () => {
    expect((await load()).json()).toMatchObject({ code: 'visit_rounds_off' })
    expect((await (await callAs(server(), 'viewer')).post('/api/set-visit-settings', {})).statusCode).toBe(403)
    expect((await set({ is_on: true, name_roles: ['OrganisationAdmin'] })).statusCode).toBe(200)
    const settings = await (await callAs(server(), 'viewer')).get(getVisitSettings.path)
    expect(settings.json()).toEqual({ is_on: true, name_roles: ['OrganisationAdmin'] })
  })

  test('load the filter’s households in walking order, with names for the named role alone', async () => {
    const { visits } = await loaded()
    const walk = visits.map(({ household_reference }) => household_reference)
    const street = ['TST-0001', 'TST-0002', 'TST-0003', 'TST-0004', 'TST-0005']
    expect([walk, walk.toReversed()]).toContainEqual(street)
    const of = (round: LoadedRound, reference: string) =>
      round.visits.find(({ household_reference }) => household_reference === reference)
    expect(of({ visits } as LoadedRound, 'TST-0001')).toMatchObject({ contact: null, preferred_language: 'Welsh' })
    const named = await loaded('admin')
    expect(of(named, 'TST-0001')?.contact?.name).toContain('Nia Canary')
    expect(of(named, 'TST-0001')).toMatchObject({
      unclaimed: [{ display_name: 'Pension Credit', value: '£520 a year' }],
      estimates: expect.stringContaining('At the rates of 2026 to 2027. For a year of') as string,
    })
    expect(of(named, 'TST-0002')).not.toHaveProperty('estimates')
    expect(of(named, 'TST-0002')).toMatchObject({
      do_not_contact: true,
      contact: null,
      unclaimed: null,
      preferred_language: null,
    })
  })

  test('show no more than the role is shown', async () => {
    const admin = await callAs(server(), 'admin')
    const rules = { roles: [{ role: 'Viewer', may_export: true, hidden_groups: ['place', 'money'] }], purposes: [] }
    await admin.post('/api/set-access-rules', rules)
    const { visits } = await loaded()
    expect(visits.every(({ unclaimed }) => unclaimed === null || unclaimed.length === 0)).toBe(true)
    expect(new Set(visits.map(({ longitude }) => longitude))).not.toContain(-1.4951)
    await admin.post('/api/set-access-rules', { roles: [], purposes: [] })
  })

  test('have 60 households at most, and one at least', async () => {
    const none = await load('viewer', selected({ tenure: ['mortgaged'] }))
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([409, 'visit_round_size'])
    await importHouseholds(
      server(),
      'brynmor',
      Array.from({ length: MAX_VISITS + 1 }, () => ({})),
    )
    const other = await callAs(server(), 'other')
    await other.post('/api/set-visit-settings', { is_on: true, name_roles: [] })
    expect((await load('other')).json<{ detail: string }>().detail).toContain('61 households match')
    expect((await load('viewer', selected(), 13)).statusCode).toBe(422)
  })

  test('are audited: the load, and a look at each household', async () => {
    const count = async () =>
      inTables<[number, number]>(async (tx) => [
        await tx.$count(auditEntries, eq(auditEntries.action, 'visit_round')),
        await tx.$count(householdLooks, eq(householdLooks.place, 'visit round of snapshot 2026-10-01')),
      ])
    const [loads, looks] = await count()
    await loaded()
    expect(await count()).toEqual([loads + 1, looks + HOUSEHOLDS.length])
  })

  test('take an outcome once, however often it is sent, and show it on the household’s card', async () => {
    const round = await loaded()
    const body = await sealedFor(round, outcome('TST-0003'))
    for (const answer of await Promise.all([send('viewer', body), send('viewer', body)])) {
      expect(answer.json()).toEqual({ id: body.id })
    }
    const rows = await inTables<(typeof visitOutcomes.$inferSelect)[]>((tx) =>
      tx.select().from(visitOutcomes).where(eq(visitOutcomes.id, body.id)),
    )
    expect(rows).toMatchObject([{ householdReference: 'TST-0003', outcome: 'spoke', note: 'In the garden' }])
    const viewer = await callAs(server(), 'viewer')
    const card = await viewer.post('/api/household-card', { ...selected(), household_reference: 'TST-0003' })
    expect(card.json()).toMatchObject({ last_visit: { outcome: 'spoke', day: '2026-11-20' } })
    const admin = await callAs(server(), 'admin')
    const file = await admin.post('/api/household-file', { household_reference: 'TST-0003' })
    expect(file.json()).toMatchObject({ visits: [{ outcome: 'spoke', note: 'In the garden' }] })
  })

  test('refuse what is another person’s, for another household, or not sealed for the round', async () => {
    const round = await loaded()
    const own = await sealedFor(round, outcome('TST-0003'))
    expect((await send('admin', own)).statusCode).toBe(404)
    expect((await send('other', own)).statusCode).toBe(404)
    expect((await send('viewer', await sealedFor(round, outcome('TST-0009')))).statusCode).toBe(422)
    expect((await send('viewer', { ...own, id: crypto.randomUUID() })).statusCode).toBe(422)
    expect((await send('viewer', { ...own, sealed: 'AAAA' })).statusCode).toBe(422)
    const another = await loaded()
    expect((await send('viewer', { ...own, round_id: another.round_id })).statusCode).toBe(422)
  })

  test.each(['moved', 'do_not_call'] as const)('do not lead to a household again after %s', async (last) => {
    await inTables((tx) => tx.delete(contacts))
    const round = await loaded('admin')
    const reference = last === 'moved' ? 'TST-0004' : 'TST-0005'
    await send('admin', await sealedFor(round, outcome(reference, { outcome: last })))
    const again = (await loaded('admin')).visits.find((visit) => visit.household_reference === reference)
    expect(again).toMatchObject({ do_not_contact: true, unclaimed: null })
  })

  test('forget an erased household, and take no outcome of it that comes later', async () => {
    const round = await loaded()
    const [sent, late] = [await sealedFor(round, outcome('TST-0003')), await sealedFor(round, outcome('TST-0003'))]
    expect((await send('viewer', sent)).statusCode).toBe(200)
    await (await callAs(server(), 'admin')).post('/api/erase-household', { household_reference: 'TST-0003' })
    expect((await send('viewer', late)).statusCode).toBe(422)
    const rounds = await inTables<(typeof visitRounds.$inferSelect)[]>((tx) => tx.select().from(visitRounds))
    expect(rounds.flatMap(({ householdReferences }) => householdReferences)).not.toContain('TST-0003')
    const outcomes = await inTables<(typeof visitOutcomes.$inferSelect)[]>((tx) => tx.select().from(visitOutcomes))
    expect(outcomes.map(({ householdReference }) => householdReference)).not.toContain('TST-0003')
    expect((await send('viewer', await sealedFor(round, outcome('TST-0001')))).statusCode).toBe(200)
  })
})
