import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pensionCreditReportSchema } from '../../src/contract/results/reports'
import { campaigns, recipients } from '../../src/server/db/schema'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { createRenewalsService } from '../../src/server/modules/results/renewals/service'
import { callAs } from './harness/caller'
import { onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/*
 * 100 households: C-1 to C-80 were contacted on 10 August 2026, H-1 to H-20 held out. C-1 and H-1 claimed before that
 * day, C-2 and H-2 were taken off by the run. Of the 78 and 18 that are left, 30 and 1 claim in November, 31 and 4 in
 * January, the first ones each time. C-3's message failed: it is compared all the same.
 */
const SENT = new Date('2026-08-10T10:00:00Z')
const REFERENCES = {
  contacted: Array.from({ length: 80 }, (_, index) => `C-${index + 1}`),
  heldOut: Array.from({ length: 20 }, (_, index) => `H-${index + 1}`),
}

onEachEngine('The impact of a campaign', {}, (server) => {
  let id = 0

  /** C-3 to C-`contacted` and H-3 to H-`heldOut` claim; those that claimed before do all along. */
  const importMonth = (month: string, { contacted = 2, heldOut = 2, before = true } = {}) => {
    const claims = (references: readonly string[], upTo: number) =>
      references.map((household_reference, index) => ({
        household_reference,
        pension_credit: (before && index === 0) || (index >= 2 && index < upTo) ? 'claiming' : 'eligible_not_claiming',
        pension_credit_weekly_award: '50.00',
      }))
    return importHouseholds(
      server(),
      'ashford',
      [...claims(REFERENCES.contacted, contacted), ...claims(REFERENCES.heldOut, heldOut)],
      month,
    )
  }
  const report = async () =>
    pensionCreditReportSchema.parse(
      (await (await callAs(server(), 'viewer')).post('/api/pension-credit-campaign-summary', { id })).json(),
    )
  const change = (columns: Partial<typeof campaigns.$inferInsert>) =>
    server().services.database.asSystem((tx) => tx.update(campaigns).set(columns).where(eq(campaigns.id, id)))
  const exported = async (path: string) => {
    const answer = await (await callAs(server(), 'viewer')).post(path, { id })
    return server().app.inject(z.object({ url: z.string() }).parse(answer.json()).url)
  }
  const csv = async () => (await exported('/api/campaign-summary-csv')).body
  const wordsOf = async (pdf: Uint8Array) => (await textOfPdf(pdf)).join(' ').replace(/\s+/g, ' ')

  beforeAll(async () => {
    await importMonth('2026-07-01', { before: false })
    const organisationId = server().seed.ashford.id
    await server().services.database.asSystem(async (tx) => {
      const [made] = await tx
        .insert(campaigns)
        .values({
          organisationId,
          name: 'Measured',
          benefitName: 'pension_credit',
          channel: 'sms',
          snapshot: '2026-07-01',
          snapshotVersion: 'of the tests',
          status: 'Complete',
          stagger: 0,
          filters: {},
          createdBy: 'Somebody',
          frozenCount: 100,
          recipientsHash: '',
          numberOfRecipients: 80,
          holdOutPercentage: 20,
          heldOutCount: 20,
          runAt: SENT,
          sentAt: SENT,
        })
        .returning({ id: campaigns.id })
      id = made?.id ?? 0
      const row = (householdReference: string, index: number, heldOut: boolean) => ({
        campaignId: id,
        organisationId,
        householdReference,
        position: heldOut ? 80 + index : index,
        heldOut,
        isCompared: index !== 1,
        state:
          index === 1
            ? ('removed' as const)
            : heldOut
              ? ('held_out' as const)
              : index === 2
                ? ('permanent_failure' as const)
                : ('delivered' as const),
        sentAt: heldOut || index === 1 ? null : SENT,
      })
      await tx
        .insert(recipients)
        .values([
          ...REFERENCES.contacted.map((reference, index) => row(reference, index, false)),
          ...REFERENCES.heldOut.map((reference, index) => row(reference, index, true)),
        ])
    })
  })

  test('awaits a snapshot of 28 days after sending', async () => {
    await importMonth('2026-08-01')
    await importMonth('2026-09-01', { contacted: 80 })
    const { impact } = await report()
    expect(impact).toMatchObject({
      hold_out_percentage: 20,
      planned: { contacted: 80, held_out: 20 },
      compared: { contacted: 79, held_out: 19 },
      has_sample_ratio_mismatch: false,
      outcomes: [],
      told_from: '2026-09-07',
    })
    expect(await csv()).toContain('Impact,Outcome,Awaiting data\r\n')
  })

  test('compares the arms at three and at six months, by intention to treat', async () => {
    await importMonth('2026-11-01', { contacted: 32, heldOut: 3 })
    await importMonth('2027-01-01', { contacted: 33, heldOut: 6 })
    await importMonth('2027-03-01', { contacted: 80, heldOut: 3 })
    const { impact, comparison } = await report()
    expect(comparison.cause).toContain('the difference from the households that were held out')
    const [three, six, ...more] = impact?.outcomes ?? []
    expect(more).toEqual([])
    // 30 of 78 and 1 of 18: 38.5% and 5.6%; Newcombe's interval of the difference, and of 78 households £50 × 52 each.
    expect(three).toMatchObject({
      months: 3,
      snapshot: '2026-11-01',
      contacted: { households: 78, claiming: 30 },
      held_out: { households: 18, claiming: 1 },
      is_distinguishable: true,
      is_after_release: false,
    })
    expect(three?.difference.value).toBeCloseTo(32.91, 2)
    expect(three?.additional_claims.value).toBeCloseTo(25.67, 2)
    expect(three?.additional_value.value).toBeCloseTo(25.67 * 2_600, -2)
    expect(three?.additional_value.low).toBeCloseTo((three?.additional_claims.low ?? 0) * 2_600, 5)
    expect(three?.contacted.rate.low).toBeLessThan(38.46)
    // Three months after the run the hold-out is over, and others may have written to these households.
    expect(six).toMatchObject({
      months: 6,
      snapshot: '2027-01-01',
      contacted: { claiming: 31 },
      held_out: { claiming: 4 },
      is_after_release: true,
    })
    expect(impact).toMatchObject({
      by_month: [
        {
          snapshot: '2026-11-01',
          contacted: { households: 78, claiming: 30 },
          held_out: { households: 18, claiming: 1 },
        },
        {
          snapshot: '2027-01-01',
          contacted: { households: 78, claiming: 31 },
          held_out: { households: 18, claiming: 4 },
        },
      ],
      held_out_until: '2026-11-10',
    })
    expect(await csv()).toMatch(/Impact after 3 months,Additional claims,25\.7\r\n/)
    expect(await csv()).toContain('Impact by month,"Claiming in 2027-01-01, held out (%)",22.2\r\n')
  })

  test('stands in the renewals pack, without small counts', async () => {
    const pack = async () => {
      const { services, seed } = server()
      const session = await services.sessions.begin({ personId: seed.people.staff.id, organisationId: seed.ashford.id })
      const person = (await services.sessions.find(session.id))?.person
      if (!person) throw new Error('There is no session.')
      let kept: Uint8Array = new Uint8Array()
      const renewals = createRenewalsService({
        ...services,
        now: () => new Date('2026-11-20T12:00:00Z'),
        files: {
          put: async (_key, content) => {
            kept = content instanceof Uint8Array ? content : kept
          },
          getUrl: async (key) => key,
        },
      })
      await renewals.make(person, 'Ashford Council')
      return wordsOf(kept)
    }
    const whatItCaused = 'What campaigns caused'
    expect(await pack()).toMatch(new RegExp(`${whatItCaused}.* Measured 38% \\(28 to 48\\) \\* \\*`))
    await importMonth('2027-01-01', { contacted: 65, heldOut: 10 })
    expect(await pack()).toMatch(
      /Measured 81% \(71 to 88\) 50% \(30 to 70\) 25 \(5 to 40\), £65,000 a year \(£13,000 to £104,000\), early against late contact/,
    )
  })

  test('is exported as PDF, both arms month by month, without small counts', async () => {
    const { headers, rawPayload } = await exported('/api/campaign-report-pdf')
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`filename="campaign-${id}-report.pdf"`) as string,
    })
    const words = await wordsOf(rawPayload)
    expect(words).toContain(
      '3 months (November 2026) 38% (28 to 48) * * 6 months (January 2027) 81% (71 to 88) 50% (30 to 70) 25',
    )
    expect(words).toContain('Claiming in Contacted Held out November 2026 38% * January 2027 81% 50%')
    expect(words).toContain('£468,000 over 3 years to £1,560,000 over 10')
  })

  test('claims no effect that the interval does not show', async () => {
    await importMonth('2027-01-01', { contacted: 20, heldOut: 6 })
    const six = (await report()).impact?.outcomes[1]
    expect(six?.additional_claims.low).toBeLessThan(0)
    expect(six?.is_distinguishable).toBe(false)
    expect(await csv()).toContain('Impact after 6 months,Verdict,Not distinguishable from no effect\r\n')
  })

  test('a hold-out that was released by hand is over from that day', async () => {
    await change({ holdOutReleasedAt: new Date('2026-10-15T10:00:00Z') })
    expect((await report()).impact?.outcomes.map(({ is_after_release }) => is_after_release)).toEqual([true, true])
    await change({ holdOutReleasedAt: null })
  })

  test('warns when the arms do not have their planned sizes', async () => {
    await change({ heldOutCount: 40 })
    expect((await report()).impact?.has_sample_ratio_mismatch).toBe(true)
    expect(await csv()).toContain('Arms have their planned sizes,No: do not trust these figures\r\n')
    await change({ heldOutCount: 20 })
  })
})
