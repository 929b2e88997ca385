import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BenefitName } from '../../src/contract/households/benefits'
import { pensionCreditReportSchema } from '../../src/contract/results/reports'
import { getYearResults } from '../../src/contract/results/yearResults'
import { campaigns, recipients } from '../../src/server/db/schema'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { callAs } from './harness/caller'
import type { SeededPerson } from './harness/seed'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/*
 * A financial year that is over: two Pension Credit campaigns, to in May 2025 and to in June,
 * and one for Healthy Start to in June. The last of April 2024 to March 2025 is of another year.
 */
const YEAR = 2025
const MAY = new Date('2025-05-10T10:00:00Z')
const JUNE = new Date('2025-06-10T10:00:00Z')
const LAST_YEAR = new Date('2025-03-31T22:59:00Z')

onEngine('embedded', 'The results of a year', {}, (server) => {
  const ids = new Map<string, number>()

  const importMonth = (month: string, claiming: number) =>
    importHouseholds(
      server(),
      'ashford',
      Array.from({ length: 40 }, (_, index) => ({
        household_reference: `A-${index + 1}`,
        pension_credit: index < claiming ? 'claiming' : 'eligible_not_claiming',
        pension_credit_weekly_award: '50.00',
      })),
      month,
    )

  async function addCampaign(name: string, benefitName: BenefitName, sentAt: Date, [from, to]: [number, number]) {
    const organisationId = server().seed.ashford.id
    await server().services.database.asSystem(async (tx) => {
      const [made] = await tx
        .insert(campaigns)
        .values({
          organisationId,
          name,
          benefitName,
          channel: 'print_and_post',
          postage: 'second',
          snapshot: '2025-05-01',
          snapshotVersion: 'of the tests',
          status: 'Complete',
          stagger: 0,
          filters: {},
          createdBy: 'Somebody',
          createdAt: sentAt,
          frozenCount: to - from + 1,
          recipientsHash: '',
          numberOfRecipients: to - from + 1,
          preparedAt: sentAt,
          runAt: sentAt,
          sentAt,
        })
        .returning({ id: campaigns.id })
      const campaignId = made?.id ?? 0
      ids.set(name, campaignId)
      await tx.insert(recipients).values(
        Array.from({ length: to - from + 1 }, (_, position) => ({
          campaignId,
          organisationId,
          householdReference: `A-${from + position}`,
          position,
          units: 1,
          state: 'delivered' as const,
          sentAt,
        })),
      )
    })
  }

  const resultsFor = async (person: SeededPerson, body: object = { year: YEAR }) =>
    getYearResults.reply.parse((await (await callAs(server(), person)).post('/api/year-results', body)).json())

  beforeAll(async () => {
    await importMonth('2025-05-01', 0)
    // claim: 25 of the first campaign, A-21 to A-25 of the second as well.
    await importMonth('2025-08-01', 25)
    await addCampaign('May', 'pension_credit', MAY, [1, 30])
    await addCampaign('June &lt;texts&gt;', 'pension_credit', JUNE, [21, 40])
    await addCampaign('Healthy', 'healthy_start', JUNE, [36, 40])
    await addCampaign('Before', 'pension_credit', LAST_YEAR, [1, 10])
  })

  test('are those of the campaigns’ reports, with each household once in a total', async () => {
    const results = await resultsFor('admin')
    const viewer = await callAs(server(), 'viewer')
    for (const [name, contacted, claims] of [
      ['May', 30, 25],
      ['June &lt;texts&gt;', 20, 5],
    ] as const) {
      const report = pensionCreditReportSchema.parse(
        (await viewer.post('/api/pension-credit-campaign-summary', { id: ids.get(name) })).json(),
      )
      const row = results.campaigns.find((campaign) => campaign.id === ids.get(name))
      expect(row).toMatchObject({ name, contacted_households: contacted, impact: report.impact })
      expect(row?.contacted_households).toBe(report.comparison.contacted_households)
      expect(row?.claims).toEqual({
        households: report.campaign_impact.number_of_households_claiming,
        annual_value: report.campaign_impact.annual_value,
      })
      expect(row?.claims?.households).toBe(claims)
    }
    // 25 × £50 × 52; second class letters at 68p.
    const claims = { households: 25, annual_value: 65_000 }
    expect(results.totals).toEqual({ campaigns: 3, contacted_households: 40, claims, cost_pence: 3740 })
    expect(results.by_benefit).toEqual([
      { benefit_name: 'pension_credit', campaigns: 2, contacted_households: 40, claims, cost_pence: 3400 },
      { benefit_name: 'healthy_start', campaigns: 1, contacted_households: 5, cost_pence: 340 },
    ])
    expect(results.by_month).toMatchObject([
      { month: '2025-05', campaigns: 1, contacted_households: 30, claims, cost_pence: 2040 },
      { month: '2025-06', campaigns: 2, contacted_households: 20, claims: { households: 5 }, cost_pence: 1700 },
    ])
  })

  test('cost what the campaigns say, and are of one financial year', async () => {
    const results = await resultsFor('admin')
    const admin = await callAs(server(), 'admin')
    for (const { id, cost_pence: pence } of results.campaigns) {
      expect((await admin.get(`/api/campaign?campaign_id=${id}`)).json()).toMatchObject({ cost: { pence } })
    }
    const before = await resultsFor('admin', { year: 2024 })
    expect(before.campaigns.map(({ name }) => name)).toEqual(['Before'])
    expect(before.by_month.at(-1)).toMatchObject({ month: '2025-03', contacted_households: 10 })
    expect([before.years.at(-1), before.years.includes(YEAR)]).toEqual([2024, true])
    const current = await resultsFor('admin', {})
    expect(current.year).toBe(current.years[0])
    expect((await admin.post('/api/year-results', { year: 2019 })).statusCode).toBe(422)
  })

  test('as PDF hide small numbers, and are recorded', async () => {
    const admin = await callAs(server(), 'admin')
    const { url } = z
      .object({ url: z.string() })
      .parse((await admin.post('/api/year-results-pdf', { year: YEAR })).json())
    const pdf = await server().app.inject(url)
    const text = (await textOfPdf(pdf.rawPayload)).join(' ').replace(/\s+/g, ' ')
    expect(text).toContain('What came of campaigns in 2025/26')
    expect(text).toContain('Households contacted 40 each counted once')
    expect(text).toContain('Claims after contact 25 worth a year: £65,000')
    expect(text).toContain('Pension Credit 2 * 25 £65,000 *')
    expect(text).toContain('Healthy Start 1 * Not measured Not measured *')
    expect(text).toContain('May 2025 1 30 * * £20')
    expect(text).toContain('June 2025 2 20 * * £20')
    expect(text).toContain('not added up')
    const staff = await callAs(server(), 'staff')
    const log = await staff.post('/api/audit-entries', { action: 'export', organisation: 'ashford' })
    expect(log.json()).toMatchObject({ entries: [{ subject: 'results of 2025/26' }] })
  })

  describe('are not shown', () => {
    const expectNothing = async (person: SeededPerson, code: number) => {
      for (const path of ['/api/year-results', '/api/year-results-pdf']) {
        expect((await (await callAs(server(), person)).post(path, { year: YEAR })).statusCode).toBe(code)
      }
    }

    test('to viewers', () => expectNothing('viewer', 403))

    test('to another organisation', async () => {
      const staff = await callAs(server(), 'staff', 'brynmor')
      const other = getYearResults.reply.parse((await staff.post('/api/year-results', {})).json())
      expect([other.years, other.campaigns, other.by_benefit]).toEqual([[other.year], [], []])
      expect(other.totals).toMatchObject({ campaigns: 0, contacted_households: 0, cost_pence: 0 })
    })

    test.each(['money', 'place'] as const)('to a role from which %s is hidden', async (group) => {
      const admin = await callAs(server(), 'admin')
      const rule = { role: 'OrganisationAdmin', may_export: true, hidden_groups: [group] }
      await admin.post('/api/set-access-rules', { roles: [rule], purposes: [] })
      await expectNothing('admin', 409)
      await server().services.database.executeSql('delete from need_to_know_rules')
    })
  })
})
