import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getVisitCounts, listVisits } from '#contract/campaigns/visitList'
import type { VisitOutcome } from '#contract/campaigns/visits'
import { daysOn, londonDay } from '#contract/days'
import { VISIT_OUTCOMES } from '#contract/households/visitOutcomes'
import { auditEntries, householdLooks, visitRounds } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { visitTools } from './harness/visits'
import { forgetRules } from './needToKnowAnswers'

const DAY = 86_400_000
const WARDS = ['E05999001', 'E05999002'] as const
/** Nine in the first ward, three in the second. */
const REFERENCES = Array.from({ length: 12 }, (_, index) => `TST-${String(index + 1).padStart(4, '0')}`)

onEngine('embedded', 'Visit outcomes', {}, (server) => {
  const { set, loaded, record, endAll } = visitTools(server)
  const asSystem = () => server().services.database.asSystem
  const today = londonDay(new Date())
  const days = { from: daysOn(today, -6), to: today }
  const ago = (count: number) => new Date(Date.now() - count * DAY).toISOString()

  const importWards = (references: readonly string[], month?: string) =>
    importHouseholds(
      server(),
      'ashford',
      references.map((household_reference, index) => ({
        household_reference,
        ward_code: WARDS[index < 9 ? 0 : 1],
        longitude: `-1.49${String(index + 10)}`,
        latitude: '54.0052',
      })),
      month,
    )

  beforeAll(async () => {
    await importWards(REFERENCES)
    await addContacts(server(), 'ashford', [
      exampleContact('TST-0001', {
        addressLine1: '=1+1 High Street',
        addressLine2: '',
        town: 'Ashford',
        postcode: 'AB1 2CD',
      }),
    ])
    await set()
  })
  beforeEach(async () => {
    await asSystem()((tx) => tx.delete(visitRounds))
    await forgetRules(server())
  })

  /** What came of visits of a round that is over. */
  const visited = async (
    person: 'viewer' | 'admin',
    outcomes: readonly (readonly [string, Partial<VisitOutcome>])[],
  ) => {
    const round = await loaded(person)
    for (const [reference, change] of outcomes) {
      const answer = await record(person, round, reference, { recorded_at: ago(0), ...change })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    await endAll()
  }
  const admin = () => callAs(server(), 'admin')
  const count = async (asked: object = days) =>
    getVisitCounts.reply.parse((await (await admin()).post('/api/visit-counts', asked)).json())
  const list = async (change: object = {}) =>
    listVisits.reply.parse((await (await admin()).post('/api/visits', { ...days, ...change })).json())

  test('are counted by outcome, ward and officer: once a round, by the last outcome, small numbers hidden', async () => {
    await visited('viewer', [
      ...REFERENCES.map((reference) => [reference, { outcome: 'nobody_in', recorded_at: ago(2) }] as const),
      ['TST-0001', { outcome: 'spoke', recorded_at: ago(1) }],
      ['TST-0002', { outcome: 'refused', recorded_at: ago(1) }],
    ])
    await visited(
      'admin',
      REFERENCES.slice(0, 9).map((reference) => [reference, { outcome: 'spoke' }]),
    )
    const counted = await count()
    // 10 spoke, 10 nobody in, 1 refused: what is left of the total must not tell the one.
    expect(counted.by_outcome.filter(({ visits }) => visits !== 0)).toEqual([
      { outcome: 'spoke', visits: '*' },
      { outcome: 'nobody_in', visits: 10 },
      { outcome: 'refused', visits: '*' },
    ])
    expect(counted.by_outcome.map(({ outcome }) => outcome)).toEqual(VISIT_OUTCOMES)
    // 18 and 3: the larger would tell the smaller.
    expect(counted.by_ward.map(({ ward_code, visits }) => [ward_code, visits])).toEqual([
      [WARDS[0], '*'],
      [WARDS[1], '*'],
    ])
    expect(counted.by_officer.map(({ email, visits }) => [email, visits])).toEqual([
      ['admin@ashford.example', 10],
      ['viewer@ashford.example', 10],
    ])
    expect((await list()).total).toBe(21)
    expect((await list({ outcome: 'spoke' })).total).toBe(10)
    expect((await count({ from: days.from, to: daysOn(today, -3) })).by_officer).toEqual([])
  })

  test('are a list, the latest first, by outcome, officer, ward and day', async () => {
    await visited('viewer', [
      ['TST-0001', { outcome: 'call_again', call_again_on: daysOn(today, 5), note: 'Dog', recorded_at: ago(3) }],
      ['TST-0012', { outcome: 'spoke', note: '', recorded_at: ago(1) }],
    ])
    await visited('admin', [['TST-0002', { outcome: 'spoke', recorded_at: ago(40) }]])
    const { visits, total } = await list()
    expect(total).toBe(2)
    expect(visits.map(({ household_reference: reference }) => reference)).toEqual(['TST-0012', 'TST-0001'])
    expect(visits[1]).toMatchObject({
      address: '=1+1 High Street, Ashford, AB1 2CD',
      outcome: 'call_again',
      officer: 'viewer@ashford.example',
      day: daysOn(today, -3),
      call_again_on: daysOn(today, 5),
      note: 'Dog',
    })
    const { by_officer: officers } = await count({ from: daysOn(today, -50), to: today })
    const officer = officers.find(({ email }) => email === 'admin@ashford.example')?.officer
    const found = async (change: object) =>
      (await list({ from: daysOn(today, -50), ...change })).visits.map((one) => one.household_reference)
    expect(await found({ officer })).toEqual(['TST-0002'])
    expect(await found({ ward_code: WARDS[1] })).toEqual(['TST-0012'])
    expect(await found({ outcome: 'spoke' })).toEqual(['TST-0012', 'TST-0002'])
    expect(await found({ outcome: 'spoke', ward_code: WARDS[1], officer })).toEqual([])
    expect(await found({ page: 2 })).toEqual([])
  })

  test('leave as CSV with a purpose, audited, without formulas and with a look at few households', async () => {
    await visited('viewer', [['TST-0001', { outcome: 'spoke', note: '=cmd|calc' }]])
    const before = await asSystem()((tx) => tx.$count(householdLooks))
    const { post } = await admin()
    const file = await post('/api/visits-csv', days)
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Household,Address,Ward,Outcome,Officer,Date,Call again on,Note',
      expect.stringMatching(
        /^TST-0001,"'=1\+1 High Street, Ashford, AB1 2CD",[^,]+,Spoke,viewer@ashford\.example,[-\d]+,,'=cmd\|calc$/,
      ),
      '',
    ])
    expect(await asSystem()((tx) => tx.$count(householdLooks))).toBe(before + 1)
    const entries = await asSystem()((tx) => tx.select().from(auditEntries))
    expect(entries.at(-1)).toMatchObject({ action: 'export', subject: `visits ${days.from} to ${today}`, quantity: 1 })

    await post('/api/set-access-rules', { roles: [], purposes: ['Supervision'] })
    expect((await post('/api/visits-csv', days)).statusCode).toBe(422)
    const named = await post('/api/visits-csv', { ...days, purpose: 'Supervision' })
    expect(named.headers['content-disposition']).toContain(`visits-${days.from}-to-${today}-supervision.csv`)
  })

  test('are shown to administrators, in their own organisation, as far as the role is shown households', async () => {
    await visited('viewer', [['TST-0001', { outcome: 'spoke', note: 'Dog' }]])
    expect((await (await callAs(server(), 'viewer')).post('/api/visits', days)).statusCode).toBe(403)
    const other = await callAs(server(), 'other')
    expect((await other.post('/api/visits', days)).json()).toMatchObject({ total: 0 })
    const { post } = await admin()
    const hide = (group: string, may_export = true) =>
      post('/api/set-access-rules', {
        roles: [{ role: 'OrganisationAdmin', may_export, hidden_groups: [group] }],
        purposes: [],
      })
    await hide('place', false)
    for (const path of ['/api/visit-counts', '/api/visits', '/api/visits-csv']) {
      expect((await post(path, days)).json(), path).toMatchObject({ code: 'not_shown_to_role' })
    }
  })

  test('keep visits to households that the latest month lacks, without a ward', async () => {
    await visited('viewer', [['TST-0012', { outcome: 'spoke' }]])
    await importWards(REFERENCES.slice(0, 9), '2026-11-01')
    expect((await count()).by_ward).toEqual([{ ward_code: '', ward_name: '', visits: '*' }])
    expect((await list({ ward_code: '' })).total).toBe(1)
  })
})
