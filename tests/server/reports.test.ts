import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pensionCreditReportSchema } from '../../src/contract/results/reports'
import { auditEntries, campaigns, recipients } from '../../src/server/db/schema'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { callAs, selected } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/*
 * One campaign, made on August's snapshot and sent on 31 August 2026, so that it closes on 28 February 2027. It
 * contacted A-1 to A-5 and A-8; A-6's message was never taken by the provider, A-7's letter came back, and A-9's text
 * reached no phone: what they claim later is nobody's doing here.
 */
const SENT = '2026-08-31T10:00:00.000Z'
const CONTACTED = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-8']
const FAILED: Readonly<Record<string, 'returned' | 'permanent_failure'>> = {
  'A-7': 'returned',
  'A-9': 'permanent_failure',
}

type Standing = readonly [pensionCredit: 'claiming' | 'eligible_not_claiming', award: number, carer?: boolean]
const open = (award: number): Standing => ['eligible_not_claiming', award]
const claims = (award: number, carer = false): Standing => ['claiming', award, carer]

onEngine('embedded', 'The report of a campaign', {}, (server) => {
  let id = 0

  const importMonth = (month: string, standings: Readonly<Record<string, Standing>>) =>
    importHouseholds(
      server(),
      'ashford',
      Object.entries(standings).map(([household_reference, [pension_credit, award, carer = false]]) => ({
        household_reference,
        pension_credit,
        pension_credit_weekly_award: award.toFixed(2),
        carer: String(carer),
      })),
      month,
    )

  const addCampaign = async (changes: Partial<typeof campaigns.$inferInsert> = {}) =>
    server().services.database.asSystem(async (tx) => {
      const [made] = await tx
        .insert(campaigns)
        .values({
          organisationId: server().seed.ashford.id,
          name: 'Summer &lt;letters&gt;',
          benefitName: 'pension_credit',
          channel: 'sms',
          snapshot: '2026-08-01',
          snapshotVersion: 'of the tests',
          status: 'Complete',
          stagger: 0,
          filters: selected(),
          createdBy: 'Somebody',
          frozenCount: 7,
          recipientsHash: '',
          numberOfRecipients: 7,
          sentAt: new Date(SENT),
          ...changes,
        })
        .returning({ id: campaigns.id })
      return made?.id ?? 0
    })

  const report = async (campaign: unknown = id, person: 'viewer' | 'other' | 'staff' = 'viewer') =>
    (await callAs(server(), person, person === 'staff' ? 'ashford' : undefined)).post(
      '/api/pension-credit-campaign-summary',
      {
        id: campaign,
      },
    )
  const figures = async () => {
    const { campaign_impact, graph_details, comparison } = pensionCreditReportSchema.parse((await report()).json())
    return {
      ...campaign_impact,
      chart: graph_details.data.map(({ group, value }) => `${group}: ${value}`),
      compared: comparison.compared_snapshot,
      awaiting: comparison.awaiting_data,
    }
  }

  const exported = async (campaign: unknown = id, who: 'viewer' | 'admin' = 'viewer') =>
    (await callAs(server(), who)).post('/api/campaign-summary-csv', { id: campaign })
  const lastAudited = async () => {
    const entries = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'export')).orderBy(desc(auditEntries.id)).limit(1),
    )
    return entries[0]
  }

  beforeAll(async () => {
    // A-8 claimed already: nobody's doing that it claims afterwards.
    await importMonth('2026-08-01', {
      'A-1': open(50.1),
      'A-2': open(20),
      'A-3': open(10),
      'A-4': open(500),
      'A-5': open(5),
      'A-6': open(99),
      'A-7': open(99),
      'A-8': claims(30, true),
      'A-9': open(77),
    })
    id = await addCampaign()
    await server().services.database.asSystem((tx) =>
      tx.insert(recipients).values(
        [...CONTACTED, 'A-6', ...Object.keys(FAILED)].map((householdReference, position) => ({
          campaignId: id,
          organisationId: server().seed.ashford.id,
          householdReference,
          position,
          state: FAILED[householdReference] ?? ('delivered' as const),
          sentAt: householdReference === 'A-6' ? null : new Date(SENT),
        })),
      ),
    )
  })

  test('says what the campaign was, and that data are awaited, never zero', async () => {
    expect((await report()).json()).toEqual({
      campaign_details: {
        id,
        name: 'Summer &lt;letters&gt;',
        snapshot: '0826',
        date_sent: SENT,
        channel: 'sms',
        number_of_recipients: 7,
        lawful_basis: null,
      },
      campaign_impact: {
        number_of_households_claiming: null,
        number_of_carer_households: null,
        annual_value: null,
        lifetime_value: null,
      },
      graph_details: {
        title: 'New Pension Credit claims by month',
        categorical_label: 'Month',
        value_label: 'Households newly claiming',
        data: [],
      },
      impact: null,
      comparison: {
        awaiting_data: true,
        campaign_snapshot: '2026-08-01',
        compared_snapshot: null,
        baseline_snapshot: '2026-08-01',
        told_from: '2026-09-28',
        close_date: '2027-02-28',
        contacted_households: 6,
        lifetime_years: 7,
        lifetime_range: [],
        annual_method: expect.stringContaining('for 52 weeks') as string,
        lifetime_method: expect.stringContaining('The annual value for 7 years') as string,
        cause: 'Claims after contact; what caused them is not known.',
        rates: null,
      },
    })
  })

  test('follows the snapshots up to the close date', async () => {
    // A snapshot from before the campaign's is nothing to compare with.
    await importMonth('2026-07-01', { 'A-1': claims(1), 'A-2': claims(1) })
    expect(await figures()).toMatchObject({ awaiting: true, chart: [] })

    // A day after sending nobody has answered: a claim takes weeks.
    await importMonth('2026-09-01', { 'A-1': claims(50.1), 'A-2': claims(20), 'A-8': claims(30, true) })
    expect(await figures()).toMatchObject({ awaiting: true, compared: null, chart: [] })

    // Nobody has begun: that is a figure, and it is zero.
    await importMonth('2026-10-01', { 'A-1': open(50.1), 'A-2': open(20), 'A-8': claims(30, true) })
    expect(await figures()).toEqual({
      number_of_households_claiming: 0,
      number_of_carer_households: 0,
      annual_value: 0,
      lifetime_value: 0,
      chart: ['Oct 2026: 0'],
      compared: '2026-10-01',
      awaiting: false,
    })

    // A-1, a carer, and A-2 claim: 50.10 + 20.00 = 70.10 a week, × 52 = 3,645.20. A-6 was not contacted.
    await importMonth('2026-10-01', {
      'A-1': claims(50.1, true),
      'A-2': claims(20),
      'A-3': open(10),
      'A-4': open(500),
      'A-6': claims(99, true),
      'A-7': claims(99, true),
      'A-8': claims(30, true),
      'A-9': claims(77),
    })
    expect(await figures()).toMatchObject({
      number_of_households_claiming: 2,
      number_of_carer_households: 1,
      annual_value: 3_645.2,
      lifetime_value: 25_516.4,
      chart: ['Oct 2026: 2'],
    })

    // A-2 has stopped, A-1 has moved away, A-3 has begun: 10.00 × 52.
    await importMonth('2026-11-01', { 'A-2': open(20), 'A-3': claims(10), 'A-4': open(500) })
    expect(await figures()).toMatchObject({
      number_of_households_claiming: 1,
      number_of_carer_households: 0,
      annual_value: 520,
      lifetime_value: 3_640,
      chart: ['Oct 2026: 2', 'Nov 2026: 1'],
    })

    // A-2 claims again, and is not new twice; its award as it is now: (21.55 + 10.00) × 52.
    await importMonth('2027-02-01', { 'A-2': claims(21.55), 'A-3': claims(10), 'A-5': open(5) })
    const last = {
      number_of_households_claiming: 2,
      annual_value: 1_640.6,
      lifetime_value: 11_484.2,
      chart: ['Oct 2026: 2', 'Nov 2026: 1', 'Feb 2027: 0'],
      compared: '2027-02-01',
    }
    expect(await figures()).toMatchObject(last)

    // The campaign closed on 28 February: A-5 comes too late.
    await importMonth('2027-03-01', { 'A-2': claims(21.55), 'A-3': claims(10), 'A-5': claims(5) })
    expect(await figures()).toMatchObject(last)
  })

  test('counts nobody who claimed before the day of sending', async () => {
    // Made on August's snapshot, sent on 1 November: who claims in a snapshot up to that day has not answered it.
    const late = await addCampaign({ sentAt: new Date('2026-11-01T10:00:00Z') })
    await server().services.database.asSystem((tx) =>
      tx.insert(recipients).values(
        ['A-2', 'A-3', 'A-4'].map((householdReference, position) => ({
          campaignId: late,
          organisationId: server().seed.ashford.id,
          householdReference,
          position,
          state: 'delivered' as const,
          sentAt: new Date('2026-11-01T10:00:00Z'),
        })),
      ),
    )
    const { campaign_impact, comparison } = pensionCreditReportSchema.parse((await report(late)).json())
    // A-3 claims since November, A-2 since February.
    expect(campaign_impact).toMatchObject({ number_of_households_claiming: 1, annual_value: 1_120.6 })
    expect(comparison).toMatchObject({
      campaign_snapshot: '2026-08-01',
      baseline_snapshot: '2026-11-01',
      rates: { contacted: { households: 2, claiming: 1 } },
    })
    await server().services.database.asSystem((tx) => tx.delete(campaigns).where(eq(campaigns.id, late)))
  })

  test('awaits data of a campaign that was not sent, which has no close date', async () => {
    const unsent = await addCampaign({ status: 'sent to api', sentAt: null, channel: 'print_and_post' })
    expect((await report(unsent)).json()).toMatchObject({
      campaign_details: { date_sent: null, channel: 'print_and_post' },
      campaign_impact: { number_of_households_claiming: null },
      comparison: { awaiting_data: true, close_date: null, contacted_households: 0 },
    })
  })

  test('refuses a campaign of another type in words', async () => {
    const other = await addCampaign({ benefitName: 'healthy_start' })
    const answer = await report(other)
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'no_report', detail: 'Only Pension Credit campaigns have a report.' },
    ])
  })

  test('does not know another organisation’s campaign, nor one that is not there', async () => {
    const { database, seed } = { ...server().services, seed: server().seed }
    await database.asSystem((tx) =>
      tx.update(campaigns).set({ organisationId: seed.brynmor.id }).where(eq(campaigns.id, id)),
    )
    try {
      const [own, theirs] = [await report(2_000_000_000), await report()]
      expect([own.statusCode, own.json()]).toEqual([404, { code: 'not_found', detail: 'Campaign not found' }])
      expect([theirs.statusCode, theirs.json()]).toEqual([404, own.json()])
    } finally {
      await database.asSystem((tx) =>
        tx.update(campaigns).set({ organisationId: seed.ashford.id }).where(eq(campaigns.id, id)),
      )
    }
  })

  test('is exported as CSV from an address that is good for this one file, and audited', async () => {
    const answer = await exported()
    const { url } = z.object({ url: z.string() }).parse(answer.json())
    const file = await server().app.inject(url)
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`attachment; filename="campaign-${id}-report.csv"`) as string,
    ])
    const [header, ...lines] = file.body.trimEnd().split('\r\n')
    expect(header).toBe('Section,Item,Value')
    expect(lines.filter((line) => !line.includes('method'))).toEqual([
      'Campaign Details,Campaign Name,Summer <letters>',
      'Campaign Details,LIFT Snapshot,2026-08-01',
      'Campaign Details,Communication Channel,SMS',
      'Campaign Details,Number of Recipients,7',
      'Campaign Details,Lawful Basis,Not recorded',
      'Campaign Details,Households Contacted,6',
      `Campaign Details,Date Sent,${SENT}`,
      'Campaign Details,Close Date,2027-02-28',
      'Campaign Details,Not Claiming in Snapshot,2026-08-01',
      'Campaign Details,Compared with Snapshot,2027-02-01',
      'Campaign Impact,Households claiming,2',
      'Campaign Impact,Carer households,0',
      'Campaign Impact,Annual value (£),1640.60',
      'Campaign Impact,Lifetime value (£),11484.20',
      'Campaign Impact,Lifetime value over 3 years (£),4921.80',
      'Campaign Impact,Lifetime value over 7 years (£),11484.20',
      'Campaign Impact,Lifetime value over 10 years (£),16406.00',
      'Claims after contact,What the figures say,"Claims after contact; what caused them is not known."',
      // A-8 claimed before; were written to and not reached.
      'Claims after contact,"Households contacted, not claiming before",5',
      'Claims after contact,"Of them claiming, contacted",2',
      'Claims after contact,"Rate of claims, contacted (%)",40.0',
      'Claims after contact,"Households other eligible, not claiming before",3',
      'Claims after contact,"Of them claiming, other eligible",0',
      'Claims after contact,"Rate of claims, other eligible (%)",0.0',
      expect.stringContaining('are not comparable: they were not chosen at random'),
      'New Pension Credit claims by month,Oct 2026,2',
      'New Pension Credit claims by month,Nov 2026,1',
      'New Pension Credit claims by month,Feb 2027,0',
    ])
    const entry = await lastAudited()
    expect(entry).toMatchObject({
      actorEmail: 'viewer@ashford.example',
      subject: `report of campaign ${id}`,
      quantity: 6,
    })

    const unsent = await addCampaign({ status: 'sent to api', sentAt: null })
    await exported(unsent)
    const another = url.replace(`campaign-${id}-`, `campaign-${unsent}-`)
    expect(another).not.toBe(url)
    expect((await server().app.inject(another)).statusCode).toBe(403)
  })

  test('says in its CSV that data are awaited, and makes a name that a spreadsheet would run inert', async () => {
    const unsent = await addCampaign({ status: 'sent to api', sentAt: null, name: '=1+1' })
    const { url } = z.object({ url: z.string() }).parse((await exported(unsent)).json())
    const { body } = await server().app.inject(url)
    expect(body).toContain("Campaign Details,Campaign Name,'=1+1\r\n")
    expect(body).toContain('Campaign Details,Close Date,Not Dispatched\r\n')
    expect(body).toContain('Campaign Impact,Lifetime value (£),Awaiting data\r\n')
  })

  test('is not exported of another type or another organisation, and nothing is audited', async () => {
    const before = await lastAudited()
    const other = await addCampaign({ benefitName: 'custom' })
    expect((await exported(other)).json()).toMatchObject({ code: 'no_report' })
    expect((await exported(2_000_000_000)).statusCode).toBe(404)
    expect((await lastAudited())?.id).toBe(before?.id)
  })

  test('tells a role no more than it is shown', async () => {
    const admin = await callAs(server(), 'admin')
    const hide = (hidden_groups: string[]) =>
      admin.post('/api/set-access-rules', {
        roles: [{ role: 'Viewer', may_export: true, hidden_groups }],
        purposes: [],
      })
    await hide(['health'])
    const { campaign_impact: impact } = pensionCreditReportSchema.parse((await report()).json())
    expect(impact).toMatchObject({ number_of_households_claiming: 2, number_of_carer_households: null })
    const fileOf = async (one: number, who?: 'admin') =>
      z.object({ url: z.string() }).parse((await exported(one, who)).json()).url
    expect((await server().app.inject(await fileOf(id))).body).not.toContain('Carer')
    // Their addresses stay apart also where nothing can be told yet.
    const unsent = await addCampaign({ status: 'sent to api', sentAt: null })
    const [own, others] = [await fileOf(unsent), await fileOf(unsent, 'admin')]
    expect(own.split('?')[0]).not.toBe(others.split('?')[0])
    const viewer = await callAs(server(), 'viewer')
    const pdf = (await viewer.post('/api/campaign-report-pdf', { id })).json<{ url: string }>()
    const words = (await textOfPdf((await server().app.inject(pdf.url)).rawPayload)).join(' ')
    expect(words).toContain('Households claiming')
    expect(words).not.toMatch(/carer/i)
    await hide(['money'])
    for (const answer of [await report(), await exported()]) {
      expect(answer.json()).toMatchObject({ code: 'not_shown_to_role' })
    }
    expect((await report(id, 'staff')).statusCode).toBe(200)
    await hide([])
  })

  test('is for those alone who may use campaigns', async () => {
    expect((await report(id, 'other')).statusCode).toBe(403)
    expect((await report(id, 'staff')).statusCode).toBe(200)
  })
})
