import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { facetsSchema } from '../../src/contract/households/filters'
import { getMoves, getTrends } from '../../src/contract/households/trends'
import { campaigns, householdLooks, recipients } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/*
 * From September to October: A-1 begins to claim, A-2 stops, A-3 may claim as before, A-4 begins to be missed, A-5 goes
 * and A-6 comes. A-3 was texted in July.
 */
const SEPTEMBER = {
  'A-1': 'eligible_not_claiming',
  'A-2': 'claiming',
  'A-3': 'eligible_not_claiming',
  'A-4': 'not_eligible',
  'A-5': 'eligible_not_claiming',
}
const OCTOBER = {
  'A-1': 'claiming',
  'A-2': 'not_eligible',
  'A-3': 'eligible_not_claiming',
  'A-4': 'eligible_not_claiming',
  'A-6': 'eligible_not_claiming',
}
const UNCLAIMED = { pension_credit: ['eligible_not_claiming'] }

onEngine('embedded', 'Trends', {}, (server) => {
  let summer = 0
  const importMonth = (month: string, statuses: Readonly<Record<string, string>>) =>
    importHouseholds(
      server(),
      'ashford',
      Object.entries(statuses).map(([household_reference, pension_credit]) => ({
        household_reference,
        pension_credit,
        pension_credit_weekly_award: pension_credit === 'not_eligible' ? '0.00' : '20.00',
      })),
      month,
    )

  beforeAll(async () => {
    await importMonth('2026-09-01', SEPTEMBER)
    await importMonth('2026-10-01', OCTOBER)
    await importHouseholds(server(), 'brynmor', [{}])
    const organisationId = server().seed.ashford.id
    await server().services.database.asSystem(async (tx) => {
      const sentAt = new Date('2026-07-20T10:00:00Z')
      const [campaign] = await tx
        .insert(campaigns)
        .values({
          organisationId,
          name: 'Summer',
          benefitName: 'pension_credit',
          channel: 'sms',
          snapshot: '2026-07-01',
          snapshotVersion: 'tests',
          status: 'Complete',
          stagger: 0,
          filters: {},
          createdBy: 'Somebody',
          frozenCount: 2,
          recipientsHash: '',
          numberOfRecipients: 2,
          sentAt,
        })
        .returning({ id: campaigns.id })
      summer = campaign?.id ?? 0
      const of = { campaignId: summer, organisationId, state: 'delivered' as const }
      await tx.insert(recipients).values([
        { ...of, householdReference: 'A-1', position: 0, sentAt },
        { ...of, householdReference: 'A-3', position: 1, sentAt },
        // Less than 60 days before October's data.
        { ...of, householdReference: 'A-4', position: 2, sentAt: new Date('2026-08-20T10:00:00Z') },
      ])
    })
  })

  const trends = async (filters = {}, person: 'viewer' | 'other' = 'viewer') =>
    getTrends.reply.parse((await (await callAs(server(), person)).post('/api/trends', selected(filters))).json())
  const moves = async (filters: Record<string, string[]> = {}, month = '2026-09-01') =>
    (await callAs(server(), 'viewer')).post('/api/moves', { ...selected(filters), month })

  /** The references of the CSV, and the count of the facets beside it. */
  const matching = async (filters: Record<string, string[]>) => {
    const viewer = await callAs(server(), 'viewer')
    const csv = (await viewer.post('/api/temporary-csv', selected(filters))).body
    const facets = facetsSchema.parse((await viewer.post('/api/filter-facets', selected(filters))).json())
    const references = [...csv.matchAll(/A-\d/g)].map(([reference]) => reference).sort()
    expect(facets.household_count).toBe(references.length)
    return references
  }

  test('give the headline figures of a selection for each month, oldest first, of one’s own organisation', async () => {
    const { months, basis } = await trends(UNCLAIMED)
    expect(months.map(({ month, household_count }) => [month, household_count])).toEqual([
      ['2026-09-01', 3],
      ['2026-10-01', 3],
    ])
    expect([months[1]?.below_zero_count, months[1]?.unclaimed]).not.toContain(null)
    expect(basis.year).toMatch(/\d{4}/)
    expect((await trends({}, 'other')).months.map(({ household_count }) => household_count)).toEqual([1])
  })

  test('count who came in, went out, began or stopped claiming', async () => {
    expect(getMoves.reply.parse((await moves(UNCLAIMED)).json())).toMatchObject({
      household_count: 3,
      came_in_count: 2,
      new_in_data_count: 1,
      went_out_count: 2,
      gone_from_data_count: 1,
      claims: [
        { benefit_name: 'pension_credit', began_count: 1, stopped_count: 0 },
        { benefit_name: 'attendance_allowance' },
        { benefit_name: 'healthy_start' },
        { benefit_name: 'free_school_meals' },
      ],
    })
    const all = getMoves.reply.parse((await moves()).json())
    expect(all).toMatchObject({ household_count: 5, came_in_count: 1, went_out_count: 1 })
    expect(all.claims[0]).toMatchObject({ began_count: 1, stopped_count: 1 })
    const sum = (of: 'household_count' | 'all_households_count' | 'earlier_household_count') =>
      all.wards.reduce((total, ward) => total + (ward[of] ?? 0), 0)
    expect([sum('household_count'), sum('all_households_count'), sum('earlier_household_count')]).toEqual([5, 5, 5])
  })

  test.each([
    ['the latest month', '2026-10-01', 404],
    ['a month without data', '2026-08-01', 404],
    ['no month', '2026-09', 422],
  ])('refuse to compare with %s', async (_what, month, status) => {
    expect((await moves({}, month)).statusCode).toBe(status)
  })

  test.each([
    ['new in the data', ['2026-09-01:household:'], ['A-6']],
    ['may claim since', ['2026-09-01:unclaimed:pension_credit'], ['A-4', 'A-6']],
    ['claims since', ['2026-09-01:claiming:pension_credit'], ['A-1']],
    ['either of two', ['2026-09-01:household:', '2026-09-01:claiming:pension_credit'], ['A-1', 'A-6']],
  ])('select who is new: %s', async (_what, new_since, expected) => {
    expect(await matching({ new_since })).toEqual(expected)
  })

  test('select who is still waiting 60 days after a message, together with other filters', async () => {
    expect(await matching({ still_waiting: ['pension_credit'] })).toEqual(['A-3'])
    expect(await matching({ still_waiting: ['pension_credit'], pension_credit: ['claiming'] })).toEqual([])
    expect(await matching({ still_waiting: ['healthy_start'] })).toEqual([])
  })

  test('select households that one campaign contacted, for a reminder, without those who answered', async () => {
    const reminded = (campaign: number, benefit = 'pension_credit') =>
      matching({ still_waiting: [`${benefit}:${campaign}`] })
    expect(await reminded(summer)).toEqual(['A-3'])
    expect(await reminded(summer + 1)).toEqual([])
    expect(await reminded(summer, 'healthy_start')).toEqual([])
    const replied = (reply: 'refused' | 'wants_help') =>
      server().services.database.asSystem((tx) =>
        tx.update(recipients).set({ reply }).where(eq(recipients.householdReference, 'A-3')),
      )
    await replied('refused')
    expect(await reminded(summer)).toEqual([])
    await replied('wants_help')
    expect(await reminded(summer)).toEqual(['A-3'])
  })

  test('follow the households of such a filter over the months', async () => {
    const { months } = await trends({ new_since: ['2026-09-01:unclaimed:pension_credit'] })
    expect(months.map(({ household_count }) => household_count)).toEqual([1, 2])
  })

  test.each([
    ['a month without data', { new_since: ['2026-08-01:household:'] }],
    ['the latest month', { new_since: ['2026-10-01:household:'] }],
    ['no value', { new_since: ['yesterday'] }],
    ['another benefit', { still_waiting: ['custom'] }],
    ['no campaign', { still_waiting: ['pension_credit:0x1'] }],
  ])('refuse %s in words, by its path', async (_what, filters) => {
    const answer = await (await callAs(server(), 'viewer')).post('/api/filter-facets', selected(filters))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toHaveProperty(['fields', 'filter_request_list.0.filter_value_list.0'])
  })

  test.each(['trends', 'moves'])('record a look at the few of an earlier month (%s)', async (call) => {
    const { database } = server().services
    await database.asSystem((tx) => tx.delete(householdLooks))
    const viewer = await callAs(server(), 'viewer')
    const gone = selected({}, { household_references: ['A-5'] })
    const answer = await viewer.post(`/api/${call}`, call === 'moves' ? { ...gone, month: '2026-09-01' } : gone)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await database.asSystem((tx) => tx.select().from(householdLooks))).toMatchObject([
      { householdReference: 'A-5', place: 'snapshot 2026-09-01', actorEmail: 'viewer@ashford.example' },
    ])
  })

  test('do not tell a role what it is not shown', async () => {
    const admin = await callAs(server(), 'admin')
    const rules = { roles: [{ role: 'Viewer', may_export: true, hidden_groups: ['money'] }], purposes: [] }
    expect((await admin.post('/api/set-access-rules', rules)).statusCode).toBe(200)
    const { months } = await trends()
    expect(months).toMatchObject([
      { household_count: 5, below_zero_count: null, unclaimed: null },
      { household_count: 5, below_zero_count: null, unclaimed: null },
    ])
    const { claims } = getMoves.reply.parse((await moves()).json())
    expect(claims.map(({ benefit_name }) => benefit_name)).toEqual(['attendance_allowance'])
    for (const [name, value] of [
      ['new_since', '2026-09-01:claiming:pension_credit'],
      ['still_waiting', 'healthy_start'],
    ] as const) {
      const filters = { [name]: [value] }
      const answer = await (await callAs(server(), 'viewer')).post('/api/filter-facets', selected(filters))
      expect(answer.statusCode).toBe(422)
    }
    await admin.post('/api/set-access-rules', { roles: [], purposes: [] })
  })
})
