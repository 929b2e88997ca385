import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pensionCreditReportSchema } from '../../src/contract/results/reports'
import { campaigns, recipients } from '../../src/server/db/schema'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { createRenewalsService } from '../../src/server/modules/results/renewals/service'
import { callAs } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/*
 * 100 households: C-1 to C-80 were contacted on 10 August 2026, H-1 to H-20 held out. C-1 and H-1 claimed before that
 * day, C-2 and H-2 were taken off by the run. Of the 78 and 18 that are left, the first ones claim in each month.
 * C-3's message failed: it is compared all the same.
 */
const SENT = new Date('2026-08-10T10:00:00Z')
const REFERENCES = {
  contacted: Array.from({ length: 80 }, (_, index) => `C-${index + 1}`),
  heldOut: Array.from({ length: 20 }, (_, index) => `H-${index + 1}`),
}

const CAMPAIGN = {
  benefitName: 'pension_credit',
  channel: 'sms',
  snapshot: '2026-07-01',
  snapshotVersion: 'of the tests',
  status: 'Complete',
  stagger: 0,
  filters: {},
  createdBy: 'Somebody',
  recipientsHash: '',
  runAt: SENT,
  sentAt: SENT,
} as const
const OTHER = { ...CAMPAIGN, name: 'Another', frozenCount: 5, numberOfRecipients: 5 }

onEngine('embedded', 'The impact of a campaign', {}, (server) => {
  let id = 0

  /** C-3 to C-`contacted` and H-3 to H-`heldOut` claim; those that claimed before do all along. */
  const importMonth = (
    month: string,
    {
      contacted = 2,
      heldOut = 2,
      before = true,
      gone = 0,
      award = '50.00',
      ofHeldOut = '50.00',
      atPlace = 1,
      places = 100,
    } = {},
  ) => {
    const claims = (references: readonly string[], upTo: number, pension_credit_weekly_award: string) =>
      references.map((household_reference, index) => ({
        household_reference,
        pension_credit: (before && index === 0) || (index >= 2 && index < upTo) ? 'claiming' : 'eligible_not_claiming',
        pension_credit_weekly_award,
        ...(atPlace === 1 || index >= atPlace * places
          ? {}
          : { longitude: '-1.5', latitude: (54 + Math.floor(index / atPlace) / 10_000).toFixed(4) }),
      }))
    return importHouseholds(
      server(),
      'ashford',
      [
        ...claims(REFERENCES.contacted, contacted, award).slice(0, 80 - gone),
        ...claims(REFERENCES.heldOut, heldOut, ofHeldOut),
      ],
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
          ...CAMPAIGN,
          organisationId,
          name: 'Measured',
          frozenCount: 100,
          numberOfRecipients: 80,
          holdOutPercentage: 20,
          heldOutCount: 20,
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

  test('is told too early by no snapshot but the one nearest to six months', async () => {
    await importMonth('2026-08-01')
    await importMonth('2026-09-01', { contacted: 80 })
    // 40 days from 10 November, nearly all of the contacted claim, and nobody hears of it.
    await importMonth('2026-10-01', { contacted: 80 })
    expect((await report()).impact).toMatchObject({
      hold_out_percentage: 20,
      planned: { contacted: 80, held_out: 20 },
      lost: { contacted: 1, held_out: 1 },
      has_sample_ratio_mismatch: false,
      early_look: null,
      outcome: null,
      by_month: [],
      early_look_on: '2026-11-10',
      outcome_on: '2027-02-10',
      is_too_early: true,
    })
    expect(await csv()).toContain('Impact,Outcome,"Too early: the snapshot nearest to 10 February 2027 tells')
  })

  test('has an early look at both rates without a verdict, and says no more until then', async () => {
    await importMonth('2026-11-01', { contacted: 32, heldOut: 3 })
    await importMonth('2026-12-01', { contacted: 80, heldOut: 3 })
    await importMonth('2027-01-01', { contacted: 80, heldOut: 3 })
    const { impact } = await report()
    expect(impact?.early_look).toEqual({
      months: 3,
      snapshot: '2026-11-01',
      contacted: expect.objectContaining({ households: 78, claiming: 30 }) as object,
      held_out: expect.objectContaining({ households: 18, claiming: 1 }) as object,
      held_out_written_to: 0,
    })
    expect(impact?.early_look?.contacted.rate.low).toBeLessThan(38.46)
    expect(impact).toMatchObject({ outcome: null, by_month: [], is_too_early: true })
    expect(await csv()).not.toMatch(/,Additional value|Verdict|,Difference|Impact by month/)
  })

  test('has one result at six months, by intention to treat, whose pounds are of all awards in both arms', async () => {
    // 65 of 78 at £50 a week and 10 of 18 at £85: more claims, and not more pounds. The month after comes too late.
    await importMonth('2027-02-01', { contacted: 67, heldOut: 12, ofHeldOut: '85.00' })
    await importMonth('2027-03-01', { contacted: 80, heldOut: 3 })
    const { impact, comparison } = await report()
    expect(comparison.cause).toContain('the difference from the households that were held out')
    expect(impact?.outcome).toMatchObject({
      months: 6,
      snapshot: '2027-02-01',
      contacted: { households: 78, claiming: 65 },
      held_out: { households: 18, claiming: 10 },
      is_distinguishable: true,
      is_only_just: true,
      held_out_written_to: 0,
    })
    expect(impact?.outcome?.difference.value).toBeCloseTo(27.78, 2)
    expect(impact?.outcome?.additional_claims.value).toBeCloseTo(21.67, 2)
    // (3250 / 78 − 850 / 18) × 78 × 52, and Welch's interval of it by SciPy.
    expect(impact?.outcome?.additional_value?.value).toBeCloseTo(-22_533, 0)
    expect(impact?.outcome?.additional_value?.low).toBeCloseTo(-111_514, -1)
    expect(impact?.outcome?.additional_value?.high).toBeCloseTo(66_447, -1)
    expect(impact?.by_month.map(({ snapshot, contacted }) => [snapshot, contacted.claiming])).toEqual([
      ['2026-10-01', 78],
      ['2026-11-01', 30],
      ['2026-12-01', 78],
      ['2027-01-01', 78],
      ['2027-02-01', 65],
    ])
    expect(impact).toMatchObject({ held_out_until: '2027-02-10', is_too_early: false })
    expect(await csv()).toMatch(/Impact after 6 months,Additional claims,21\.7\r\n/)
    expect(await csv()).toContain('Impact by month,"Claiming in 2027-02-01, held out (%)",55.6\r\n')
  })

  test('gives no pounds for fewer than 10 claims in an arm', async () => {
    await importMonth('2027-02-01', { contacted: 67, heldOut: 11 })
    expect((await report()).impact?.outcome).toMatchObject({ held_out: { claiming: 9 }, additional_value: null })
    expect(await csv()).toContain('Impact after 6 months,Additional value (£ a year),too few claims to value\r\n')
    await importMonth('2027-02-01', { contacted: 67, heldOut: 12 })
  })

  const pack = async () => {
    const { services, seed } = server()
    const session = await services.sessions.begin({ personId: seed.people.staff.id, organisationId: seed.ashford.id })
    const person = (await services.sessions.find(session.id))?.person
    if (!person) throw new Error('There is no session.')
    let kept: Uint8Array = new Uint8Array()
    const renewals = createRenewalsService({
      ...services,
      now: () => new Date('2027-02-20T12:00:00Z'),
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

  test('is rounded for outside after it was worked out: the pack and the PDF say what the screen says', async () => {
    const outcome = (await report()).impact?.outcome
    const { value = 0, low = 0, high = 0 } = outcome?.additional_value ?? {}
    expect([value, low, high].map(Math.round)).toEqual([56_333, 2_505, 110_161])
    const verdict =
      'About 20 additional claims (95% interval: more than 0 to 40), worth £56,300 a year (£2,500 to £111,000). It is only just'
    expect(await pack()).toContain(`Measured 83% (70 to 97) 56% (27 to 84) ${verdict}`)
    const words = await wordsOf((await exported('/api/campaign-report-pdf')).rawPayload)
    expect(words).toContain(`6 months (February 2027) 83% (70 to 97) 56% (27 to 84) ${verdict}`)
    expect(words).not.toContain('3 months (November 2026)')
    expect(words).toContain('January 2027 100% * February 2027 83% 56%')
    // Too few of the held-out claim for a figure that nobody can be told by.
    await importMonth('2027-02-01', { contacted: 67, heldOut: 5 })
    expect(await pack()).toMatch(/Measured 83% \(70 to 97\) \* \*/)
  })

  test('is exported as PDF under its own name', async () => {
    const { headers } = await exported('/api/campaign-report-pdf')
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`filename="campaign-${id}-report.pdf"`) as string,
    })
  })

  test('claims no effect that the interval does not show, to nobody', async () => {
    await importMonth('2027-02-01', { contacted: 52, heldOut: 12 })
    const outcome = (await report()).impact?.outcome
    expect(outcome?.additional_claims.low).toBeLessThan(0)
    expect(outcome?.additional_value?.low).toBeLessThan(0)
    expect(outcome?.is_distinguishable).toBe(false)
    expect(await csv()).toContain('Impact after 6 months,Verdict,Not distinguishable from no effect\r\n')
    expect(await pack()).toContain('Not distinguishable from no effect: between 15 fewer and 30 more claims.')
  })

  test('counts who of those held out was written to before the result, and above a tenth gives none', async () => {
    const writtenTo = async (...households: readonly string[]) => {
      const values = { ...OTHER, organisationId: server().seed.ashford.id }
      const other = await server().services.database.asSystem(async (tx) => {
        const [made] = await tx.insert(campaigns).values(values).returning({ id: campaigns.id })
        const row = (householdReference: string, position: number) => ({
          campaignId: made?.id ?? 0,
          organisationId: values.organisationId,
          householdReference,
          position,
          state: 'delivered' as const,
          // The last of them on the day of the result's snapshot.
          sentAt: new Date(position < households.length - 1 ? '2026-12-03T10:00:00Z' : '2027-02-01T10:00:00Z'),
        })
        await tx.insert(recipients).values(households.map(row))
        return made?.id ?? 0
      })
      const { impact } = await report()
      await server().services.database.asSystem((tx) => tx.delete(campaigns).where(eq(campaigns.id, other)))
      return [impact?.early_look?.held_out_written_to, impact?.outcome?.held_out_written_to]
    }
    expect(await writtenTo('H-4', 'H-5', 'H-6', 'C-4', 'H-7')).toEqual([0, 3])
    // Taken off by the run, so not compared.
    expect(await writtenTo('H-2', 'H-7')).toEqual([0, 0])
  })

  test('takes the result at three months where the officer chose them, without an early look', async () => {
    await change({ holdOutMonths: 3 })
    const { impact } = await report()
    expect(impact).toMatchObject({
      hold_out_months: 3,
      held_out_until: '2026-11-10',
      early_look: null,
      early_look_on: null,
      outcome_on: '2026-11-10',
      outcome: { months: 3, snapshot: '2026-11-01' },
    })
    expect(impact?.method).toContain('three months after sending')
    expect(impact?.method).toMatch(
      /warns of losses in one arm alone, in four of five such campaigns, from \d+% of it on/,
    )
    await change({ holdOutMonths: 6 })
  })

  test('warns when one arm lost more households than the other', async () => {
    await importMonth('2027-02-01', { contacted: 67, heldOut: 12, gone: 40 })
    const { impact } = await report()
    expect(impact).toMatchObject({ lost: { contacted: 41, held_out: 1 }, has_sample_ratio_mismatch: true })
    // A household that left does not claim, and stays in the rate that is shown.
    expect(impact?.outcome?.contacted).toMatchObject({ households: 78, claiming: 38 })
    expect(await csv()).toContain('Arms lost alike,No: do not trust these figures\r\n')
    expect(await pack()).toContain('Not to be trusted: one arm lost more households than the other')
  })

  test('has intervals by address, however few were drawn so', async () => {
    const widths = async () => {
      const { outcome } = (await report()).impact ?? {}
      return [outcome?.contacted.rate, outcome?.additional_value].map((one) => (one ? one.high - one.low : 0))
    }
    await importMonth('2027-02-01', { contacted: 52, heldOut: 12 })
    const [rate = 0, pounds = 0] = await widths()
    // C-3 and C-4 at one place, and H-3 and H-4.
    await importMonth('2026-08-01', { atPlace: 2, places: 2 })
    const [rateOfFew = 0] = await widths()
    expect(rateOfFew).toBeGreaterThan(rate)
    // Four at each place: nearly all of a place claim, or none.
    await importMonth('2026-08-01', { atPlace: 4 })
    const [rateByAddress = 0, poundsByAddress = 0] = await widths()
    expect(rateByAddress).toBeGreaterThan(1.5 * rate)
    expect(poundsByAddress).toBeGreaterThan(1.2 * pounds)
  })

  test('has no result where no snapshot is near', async () => {
    await server().services.database.executeSql(`delete from snapshots where month in ('2027-01-01', '2027-02-01')`)
    expect((await report()).impact).toMatchObject({ outcome: null, by_month: [], is_too_early: false })
    expect(await csv()).toContain('There is no result: no snapshot is within 31 days of 10 February 2027.')
  })
})
