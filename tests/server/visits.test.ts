import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getOpenRounds, MAX_VISITS, type LoadedRound } from '#contract/campaigns/visits'
import { MAX_MATCHING } from '#contract/households/visitOutcomes'
import { getVisitSettings } from '#contract/campaigns/visitSettings'
import { auditEntries, contacts, householdLooks, visitOutcomes, visitRounds } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { VISIT_SETTINGS as SETTINGS, visitTools } from './harness/visits'

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

/** One of them is not to be contacted. */
const STOPS = HOUSEHOLDS.length - 1

onEngine('embedded', 'Visit rounds', {}, (server) => {
  const { set, load, loaded, send, outcome, sealedFor, endAll } = visitTools(server)
  const inTables = <Row>(work: Parameters<ReturnType<typeof server>['services']['database']['asSystem']>[0]) =>
    server().services.database.asSystem(work) as Promise<Row>

  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', HOUSEHOLDS)
    await addContacts(server(), 'ashford', [
      exampleContact('TST-0001', { firstName: 'Nia', lastName: 'Canary' }),
      exampleContact('TST-0002', { firstName: 'Owen', lastName: 'Quiet', doNotContact: true }),
    ])
  })

  // Of what a test loaded, nothing counts in the next.
  beforeEach(() => inTables((tx) => tx.delete(visitRounds)))

  test('are off until an administrator switches them on, for roles that get names', async () => {
    expect((await load()).json()).toMatchObject({ code: 'visit_rounds_off' })
    expect((await (await callAs(server(), 'viewer')).post('/api/set-visit-settings', {})).statusCode).toBe(403)
    expect((await set()).statusCode).toBe(200)
    const settings = await (await callAs(server(), 'viewer')).get(getVisitSettings.path)
    expect(settings.json()).toEqual(SETTINGS)
  })

  test('load the filter’s households in walking order, with names for the named role alone', async () => {
    const { visits } = await loaded()
    const walk = visits.map(({ household_reference }) => household_reference)
    const street = ['TST-0001', 'TST-0003', 'TST-0004', 'TST-0005']
    expect([walk, walk.toReversed()]).toContainEqual(street)
    const of = (round: LoadedRound, reference: string) =>
      round.visits.find(({ household_reference }) => household_reference === reference)
    expect(of({ visits } as LoadedRound, 'TST-0001')).toMatchObject({ contact: null, preferred_language: 'Welsh' })
    await endAll()
    const named = await loaded('admin')
    expect(of(named, 'TST-0001')?.contact?.name).toContain('Nia Canary')
    expect(of(named, 'TST-0001')).toMatchObject({
      unclaimed: [{ display_name: 'Pension Credit', value: '£520 a year' }],
      estimates: expect.stringContaining('At the rates of 2026 to 2027. For a year of') as string,
    })
    // Not to be contacted.
    expect(of(named, 'TST-0002')).toBeUndefined()
    expect(named.left_out).toEqual({ visited: 0, in_open_rounds: 0, do_not_contact: 1, more: 0 })
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

  test('have 60 households at most, or as many as somebody wants, and one at least', async () => {
    const none = await load('viewer', selected({ tenure: ['mortgaged'] }))
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([409, 'visit_round_size'])
    await importHouseholds(
      server(),
      'brynmor',
      Array.from({ length: MAX_MATCHING + 1 }, (_, index) => ({ bedrooms: index > MAX_VISITS ? '2' : '7' })),
    )
    const other = await callAs(server(), 'other')
    await other.post('/api/set-visit-settings', { ...SETTINGS, name_roles: [] })
    expect((await load('other')).json<{ detail: string }>().detail).toContain('601 households match')
    const seven = selected({ bedrooms: ['7', '7'] })
    const few = await loaded('other', { ...seven, most: 12 })
    expect([few.visits.length, few.left_out?.more]).toEqual([12, MAX_VISITS + 1 - 12])
    await endAll()
    const full = await loaded('other', seven)
    expect([full.visits.length, full.left_out?.more]).toEqual([MAX_VISITS, 1])
    for (const most of [0, MAX_VISITS + 1]) expect((await load('other', { ...seven, most })).statusCode).toBe(422)
    expect((await load('viewer', selected(), 13)).statusCode).toBe(422)
  })

  test('come from filters or an area, not from references, whatever other filters are with them', async () => {
    const references = { household_references: HOUSEHOLDS.map((one) => one.household_reference) }
    const named = [
      selected({}, references),
      selected({}, { household_references: ['TST-0001'] }),
      selected({ bedrooms: ['0', '99'] }, references),
      selected({}, { ...references, ward: ['Harbour'] }),
    ]
    for (const request of named) {
      expect((await load('viewer', request)).json()).toMatchObject({ code: 'visit_round_by_reference' })
    }
    expect(await inTables((tx) => tx.$count(visitRounds))).toBe(0)
    const area = JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [-1.5, 54],
          [-1.49, 54],
          [-1.49, 54.01],
          [-1.5, 54.01],
          [-1.5, 54],
        ],
      ],
    })
    expect((await loaded('viewer', selected({}, { area: [area] }))).visits).toHaveLength(STOPS)
    await endAll()
    expect((await loaded('viewer', selected({ bedrooms: ['0', '99'] }))).visits).toHaveLength(STOPS)
  })

  test('two at most are open for a person, until a shift ends or the person ends one', async () => {
    const viewer = await callAs(server(), 'viewer')
    const open = async () => getOpenRounds.reply.parse((await viewer.get(getOpenRounds.path)).json())
    const one = { ...selected(), most: 1 }
    const answers = await Promise.all([1, 2, 3, 4].map(() => load('viewer', one)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409])
    const refused = (await load()).json<{ code: string; detail: string }>()
    expect(refused.code).toBe('visit_rounds_open')
    expect(refused.detail).toMatch(
      /^You have 2 visit rounds open: one of 1 household until \d\d:\d\d, and one of 1 household until \d\d:\d\d\. End one/,
    )
    const { rounds, names } = await open()
    expect([rounds.length, names]).toEqual([2, null])
    expect((await load('admin', one)).statusCode).toBe(200)
    const [first, second] = rounds
    const end = async (person: 'viewer' | 'admin' | 'other', round_id = first?.round_id) =>
      (await (await callAs(server(), person)).post('/api/end-visit-round', { round_id })).statusCode
    expect([await end('admin'), await end('other')]).toEqual([404, 404])
    expect([await end('viewer'), await end('viewer')]).toEqual([200, 200])
    expect((await open()).rounds).toMatchObject([{ round_id: second?.round_id, household_count: 1 }])
    expect((await load()).statusCode).toBe(200)
    await endAll()
    expect((await open()).rounds).toEqual([])
    expect((await load()).statusCode).toBe(200)
  })

  test('take an outcome after they were ended', async () => {
    const round = await loaded()
    await (await callAs(server(), 'viewer')).post('/api/end-visit-round', { round_id: round.round_id })
    expect((await send('viewer', await sealedFor(round, outcome('TST-0003')))).statusCode).toBe(200)
  })

  test('give each person no more names a day than the organisation says', async () => {
    const admin = await callAs(server(), 'admin')
    const names = async () => getOpenRounds.reply.parse((await admin.get(getOpenRounds.path)).json()).names
    const part = async (pension_age: 'true' | 'false') => {
      const round = await load('admin', selected({ pension_age: [pension_age] }))
      const { round_id } = round.json<{ round_id?: string }>()
      if (round_id) await admin.post('/api/end-visit-round', { round_id })
      return round
    }
    await set({ ...SETTINGS, names_a_day: 3 })
    try {
      // One household, then the other three: what was ended counts.
      expect((await part('true')).statusCode).toBe(200)
      expect(await names()).toEqual({ a_day: 3, left_today: 2 })
      const refused = (await part('false')).json<{ code: string; detail: string }>()
      expect(refused.code).toBe('visit_round_names')
      expect(refused.detail).toContain('names of 3 households. Your organisation allows 3 a day, and 2 are left')
      expect((await part('true')).statusCode, 'the same names again').toBe(200)
      expect(await names()).toEqual({ a_day: 3, left_today: 2 })
      expect((await load()).statusCode, 'a role without names').toBe(200)
      await endAll()

      await inTables((tx) =>
        tx.update(visitRounds).set({ loadedAt: sql`date_trunc('day', now(), 'Europe/London') - interval '1 second'` }),
      )
      expect(await names(), 'yesterday’s').toEqual({ a_day: 3, left_today: 3 })
      const both = await Promise.all([part('true'), part('false')])
      expect(both.map(({ statusCode }) => statusCode).sort(), 'at once').toEqual([200, 409])
      await inTables((tx) => tx.delete(visitRounds))
      await set({ ...SETTINGS, names_a_day: 0 })
      expect((await loaded('admin')).visits.filter(({ contact }) => contact !== null)).toEqual([])
      expect(await names()).toBeNull()
    } finally {
      await set()
    }
    for (const names_a_day of [-1, 501, 1.5, undefined]) {
      expect((await set({ ...SETTINGS, names_a_day })).statusCode).toBe(422)
    }
  })

  test('are audited: the load, and a look at each household', async () => {
    const count = async () =>
      inTables<[number, number]>(async (tx) => [
        await tx.$count(auditEntries, eq(auditEntries.action, 'visit_round')),
        await tx.$count(householdLooks, eq(householdLooks.place, 'visit round of snapshot 2026-10-01')),
      ])
    const [loads, looks] = await count()
    await loaded()
    expect(await count()).toEqual([loads + 1, looks + STOPS])
  })

  test('that nobody matches are a look at the few whom their area names', async () => {
    const count = () =>
      inTables<number>((tx) => tx.$count(householdLooks, eq(householdLooks.householdReference, 'TST-0001')))
    const before = await count()
    const corners = [[-1.49515, 54.0051], [-1.49505, 54.0051], [-1.4951, 54.0055], [-1.49515, 54.0051]] // prettier-ignore
    const area = JSON.stringify({ type: 'Polygon', coordinates: [corners] })
    const none = selected({ carer: ['true'] }, { area: [area] })
    const refused = await (await callAs(server(), 'viewer')).post('/api/visit-round', { ...none, hours: 4 })
    expect(refused.json()).toMatchObject({ code: 'visit_round_size' })
    expect(await count()).toBe(before + 1)
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
    await endAll()
    const another = await loaded()
    expect((await send('viewer', { ...own, round_id: another.round_id })).statusCode).toBe(422)
  })

  test.each(['moved', 'do_not_call'] as const)('do not lead to a household again after %s', async (last) => {
    await inTables((tx) => tx.delete(contacts))
    const round = await loaded('admin')
    const reference = last === 'moved' ? 'TST-0004' : 'TST-0005'
    await send('admin', await sealedFor(round, outcome(reference, { outcome: last })))
    await endAll()
    const again = (await loaded('admin')).visits.map(({ household_reference: one }) => one)
    expect(again).not.toContain(reference)
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
