import { PDFDocument, PDFDict, PDFName } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { auditEntries, campaigns, recipients } from '../../src/server/db/schema'
import { createRenewalsService } from '../../src/server/modules/results/renewals/service'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { callAs } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* The renewals pack, read back from the PDF. It is made at half past midnight of 1 November in London. */
const NOW = new Date('2026-11-01T00:30:00Z')
const WELSH = 'Cyngor Brynmôr a Thŷ’r Ŵyn'

onEngine('embedded', 'The renewals pack', {}, (server) => {
  const kept = new Map<string, Uint8Array>()

  const make = async (name: string): Promise<{ text: string; pdf: PDFDocument }> => {
    const { services } = server()
    const session = await services.sessions.begin({
      personId: server().seed.people.staff.id,
      organisationId: server().seed.brynmor.id,
    })
    const person = (await services.sessions.find(session.id))?.person
    if (!person) throw new Error('There is no session.')
    const renewals = createRenewalsService({
      ...services,
      now: () => NOW,
      files: {
        put: async (key, content) =>
          void kept.set(key, content instanceof Uint8Array ? content : await readWhole(content, 10_000_000)),
        getUrl: async (key) => key,
      },
    })
    const bytes = kept.get(await renewals.make(person, name))
    if (!bytes) throw new Error('Nothing was kept.')
    const text = (await textOfPdf(bytes)).join(' ')
    return { text: text.replace(/\s+/g, ' '), pdf: await PDFDocument.load(bytes, { updateMetadata: false }) }
  }

  beforeAll(async () => {
    const { services, seed } = server()
    await services.database.executeSql(`update organisations set name = $1 where slug = 'brynmor'`, [WELSH])
    const standing = (pension_credit: string) => ({ pension_credit, pension_credit_weekly_award: '50.00' })
    await importHouseholds(
      server(),
      'ashford',
      [
        { household_reference: 'A-1', ...standing('eligible_not_claiming') },
        { household_reference: 'A-2', ...standing('eligible_not_claiming') },
      ],
      '2026-03-01',
    )
    await importHouseholds(
      server(),
      'ashford',
      [
        { household_reference: 'A-1', ...standing('claiming') },
        { household_reference: 'A-2', ...standing('eligible_not_claiming') },
        { household_reference: 'A-3', ...standing('claiming') },
      ],
      '2026-06-01',
    )
    await services.database.asSystem(async (tx) => {
      const campaign = {
        organisationId: seed.ashford.id,
        benefitName: 'pension_credit',
        channel: 'sms',
        snapshot: '2026-03-01',
        snapshotVersion: 'tests',
        status: 'Complete',
        stagger: 0,
        filters: {},
        createdBy: 'S',
        frozenCount: 2,
        recipientsHash: '',
        numberOfRecipients: 2,
      } as const
      const march = new Date('2026-03-31T22:59:00Z')
      const old = new Date('2025-11-01T12:00:00Z')
      const made = await tx
        .insert(campaigns)
        .values([
          { ...campaign, name: 'Spring &lt;texts&gt; Tŷ 🧣', createdAt: march, sentAt: march },
          {
            ...campaign,
            name: 'Healthy letters',
            benefitName: 'healthy_start',
            channel: 'print_and_post',
            status: 'Awaiting approval',
            createdAt: march,
          },
          // To A-1 as well, which is one household all the same.
          { ...campaign, name: 'Reminder', createdAt: march, sentAt: march },
          { ...campaign, name: 'Called off', status: 'cancelled', createdAt: march },
          { ...campaign, name: 'Long ago', createdAt: old, sentAt: old },
        ])
        .returning({ id: campaigns.id })
      const sent = (id: number, householdReference: string, position: number, sentAt: Date) => ({
        campaignId: id,
        organisationId: seed.ashford.id,
        householdReference,
        position,
        state: 'delivered' as const,
        sentAt,
      })
      await tx.insert(recipients).values([
        sent(made[0]?.id ?? 0, 'A-1', 0, march),
        // A minute later it is April in London.
        sent(made[0]?.id ?? 0, 'A-2', 1, new Date('2026-03-31T23:00:00Z')),
        { ...sent(made[0]?.id ?? 0, 'A-9', 2, march), state: 'returned' },
        sent(made[2]?.id ?? 0, 'A-1', 0, march),
        sent(made[4]?.id ?? 0, 'A-1', 0, old),
      ])
      const signIn = {
        organisationId: seed.ashford.id,
        action: 'sign_in',
        subject: 'ashford',
        actorRole: 'Viewer',
        position: 1,
      }
      await tx.insert(auditEntries).values([
        { ...signIn, actorEmail: 'viewer@ashford.example', at: new Date('2026-05-05T12:00:00Z') },
        { ...signIn, actorEmail: 'Viewer@ashford.example', at: new Date('2026-06-05T12:00:00Z') },
        { ...signIn, actorEmail: 'admin@ashford.example', at: new Date('2026-05-06T12:00:00Z') },
        {
          ...signIn,
          actorEmail: 'staff@provider.example',
          actorRole: 'SuperAdmin',
          at: new Date('2026-05-06T12:00:00Z'),
        },
        { ...signIn, actorEmail: 'left@ashford.example', at: new Date('2025-11-30T12:00:00Z') },
      ])
    })
  })

  test('says what the records say, of twelve months', async () => {
    const { text } = await make('Ashford Council')
    expect(text).toContain('Ashford Council')
    expect(text).toContain('1 December 2025 to 1 November 2026')
    expect(text).toContain('Prepared on 1 November 2026')
    expect(text).toMatch(/Campaigns sent 2 and 1 campaign in preparation/)
    expect(text).toMatch(/Households contacted \* letters and text messages/)
    // One of the two that were contacted and not claiming claims now; 52 weeks of £50.
    expect(text).toMatch(/Take-up found \* households now claiming/)
    expect(text).toContain('All campaigns together: * households, * a year.')
    expect(text).toContain('What caused these claims is not known')
    expect(text).toMatch(/Annual value of that take-up \*/)
    expect(text).toMatch(/People active \* of the organisation/)
    expect(text).toMatch(/latest snapshot \* June 2026/)
    expect(text).toContain('Spring <texts> Tŷ [U+1F9E3] Pension Credit SMS 31 Mar 2026 *')
    expect(text).toContain('Reminder * * *')
    expect(text).toContain('Healthy letters Healthy Start Letter Not sent (Awaiting approval) 0')
    expect(text).not.toMatch(/Called off|Long ago/)
    expect(text).toMatch(/Page 2 of 4/)
  })

  test('counts a message and a sign-in in the month that it was in London', async () => {
    const { text } = await make('Ashford Council')
    const bars = /by month ((?:[\d,*]+ [A-Z][a-z]+ \d\d ?){12})/g
    expect([...text.matchAll(bars)].map(([, chart]) => chart?.trim())).toEqual([
      expect.stringContaining('* Mar 26 * Apr 26'),
      expect.stringContaining('0 Apr 26 * May 26 * Jun 26'),
    ])
  })

  test('invents nothing where there is nothing, and writes Welsh', async () => {
    const { text } = await make(WELSH)
    expect(text).toContain(WELSH)
    expect(text).toMatch(/Take-up found Awaiting data/)
    expect(text).toContain('There were no campaigns in these twelve months.')
    expect(text).toContain('No snapshot was imported for these months.')
  })

  test('is a document with a title, a language and tags', async () => {
    const { pdf } = await make('Ashford Council')
    expect(pdf.getTitle()).toBe('Client renewals pack: Ashford Council')
    expect(pdf.getCreationDate()).toEqual(NOW)
    const catalogue = pdf.catalog
    expect(String(catalogue.get(PDFName.of('Lang')))).toContain('en-GB')
    expect(catalogue.lookup(PDFName.of('StructTreeRoot'))).toBeInstanceOf(PDFDict)
    expect(String(catalogue.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true')
  })

  test('is not made for a super administrator who may not see claims', async () => {
    const admin = await callAs(server(), 'admin')
    const rule = { role: 'SuperAdmin', may_export: true, hidden_groups: ['money'] }
    await admin.post('/api/set-access-rules', { roles: [rule], purposes: [] })
    await expect(make('Ashford Council')).rejects.toMatchObject({ code: 'not_shown_to_role' })
    await admin.post('/api/set-access-rules', { roles: [], purposes: [] })
  })

  test('is made for super administrators alone, behind a signed address, and recorded in the client’s log', async () => {
    const staff = await callAs(server(), 'staff', 'brynmor')
    const ask = (name: string) => staff.post('/api/client-renewals-pack', { lift_client_display_name: name })
    const { url } = (await ask('Ashford Council')).json<{ url: string }>()
    const pdf = await server().app.inject(url)
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect((await server().app.inject(url.split('?')[0] ?? '')).statusCode).toBeGreaterThanOrEqual(400)
    const unknown = await ask('Nobody')
    expect([unknown.statusCode, Object.keys(unknown.json<{ fields: object }>().fields)]).toEqual([
      422,
      ['lift_client_display_name'],
    ])
    const log = (await staff.post('/api/audit-entries', { action: 'renewals_pack', organisation: 'ashford' })).json<{
      entries: object[]
    }>()
    expect(log.entries[0]).toMatchObject({ actor_email: 'staff@provider.example', organisation: 'Ashford Council' })
    const admin = await callAs(server(), 'admin')
    expect(
      (await admin.post('/api/client-renewals-pack', { lift_client_display_name: 'Ashford Council' })).statusCode,
    ).toBe(403)
  })
})
