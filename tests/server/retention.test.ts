import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  auditEntries,
  calculatorJobs,
  campaigns,
  householdLooks,
  retentionPeriods,
  receivedTexts,
  recipients,
  snapshots,
} from '../../src/server/db/schema'
import { createRetentionService } from '../../src/server/modules/data-protection/retention/service'
import { callAs } from './harness/caller'
import { onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const NOW = new Date('2026-11-22T03:00:00Z')
const DAY = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY)

onEachEngine('Keeping and forgetting', {}, (server) => {
  const night = (now: Date) => {
    return createRetentionService({ ...server().services, now: () => now }).forget()
  }
  const asSystem: ReturnType<typeof server>['services']['database']['asSystem'] = (work) =>
    server().services.database.asSystem(work)
  const months = async () =>
    (await asSystem((tx) => tx.select({ month: snapshots.month }).from(snapshots).orderBy(asc(snapshots.month)))).map(
      ({ month }) => month,
    )
  const forgotten = async () =>
    (
      await asSystem((tx) =>
        tx.select().from(auditEntries).where(eq(auditEntries.action, 'forgotten')).orderBy(asc(auditEntries.id)),
      )
    ).map(({ subject, quantity }) => [subject, quantity])
  const setLastNight = (lastNightAt: Date | null) => asSystem((tx) => tx.update(retentionPeriods).set({ lastNightAt }))

  beforeAll(async () => {
    const { services, seed } = server()
    const organisationId = seed.ashford.id
    // The first night, by today's date, when there is nothing yet.
    await services.retention.forget()
    for (const month of ['2024-09-01', '2024-11-01', '2025-01-01']) {
      await importHouseholds(server(), 'ashford', [{ household_reference: 'A-1' }], month)
    }
    await asSystem(async (tx) => {
      const campaign = {
        organisationId,
        name: 'Sent',
        benefitName: 'healthy_start',
        channel: 'sms',
        snapshot: '2025-01-01',
        snapshotVersion: 'tests',
        status: 'Complete',
        stagger: 0,
        filters: {},
        createdBy: 'S',
        frozenCount: 1,
        recipientsHash: '',
        numberOfRecipients: 1,
        preparedAt: daysAgo(100),
        reviewedAt: daysAgo(100),
        runAt: daysAgo(100),
      } as const
      const made = await tx
        .insert(campaigns)
        .values([
          { ...campaign, completedAt: daysAgo(91) },
          { ...campaign, completedAt: daysAgo(89) },
        ])
        .returning({ id: campaigns.id })
      await tx.insert(recipients).values(
        made.map(({ id: campaignId }) => ({
          campaignId,
          organisationId,
          householdReference: 'A-1',
          position: 0,
          state: 'delivered' as const,
          destination: '+447700900001',
          personalisation: { first_name: 'Canary' },
          sentAt: daysAgo(95),
        })),
      )
      await tx.insert(calculatorJobs).values([
        { organisationId, householdCount: 1, state: 'done', resultKey: 'old', finishedAt: daysAgo(31) },
        { organisationId, householdCount: 1, state: 'done', resultKey: 'new', finishedAt: daysAgo(29) },
      ])
      const look = { organisationId, householdReference: 'A-1', actorEmail: 'v', actorRole: 'Viewer', place: 'x' }
      const text = { organisationId, number: '+447700900001', message: 'x', receivedAt: daysAgo(95), isStop: false }
      await tx.insert(receivedTexts).values(
        [daysAgo(91), daysAgo(89), null].map((doneAt) => ({
          ...text,
          notifyId: crypto.randomUUID(),
          householdReferences: ['A-1'],
          doneAt,
        })),
      )
      await tx.insert(householdLooks).values([
        { ...look, at: daysAgo(365 * 7) },
        { ...look, at: daysAgo(3) },
      ])
    })
    for (const key of ['old', 'new']) await services.files.put(`calculator/${key}.csv`, Buffer.from('x'), 'text/csv')
    for (const name of ['old', 'new']) {
      await services.files.put(`exports/${organisationId}/${name}.csv`, Buffer.from('x'), 'text/csv')
    }
    const file = (name: string) => join(services.config.dataFolder, 'files/exports', organisationId, `${name}.csv`)
    await utimes(file('old'), daysAgo(31), daysAgo(31))
    await utimes(file('new'), daysAgo(29), daysAgo(29))
    const old = services.audit.at(() => daysAgo(365 * 7))
    const person = { organisationId, email: 'a@ashford.example', actor: { role: 'Viewer' } }
    for (let index = 0; index < 3; index++) await old.record(person, 'export', `old ${index}`)
    await services.audit.record(person, 'export', 'young')
  })

  test('nothing goes while the clock cannot be believed: set back, or far ahead', async () => {
    const before = await months()
    for (const last of [new Date(NOW.getTime() + DAY), daysAgo(41)]) {
      await setLastNight(last)
      await night(NOW)
    }
    expect([await months(), await forgotten()]).toEqual([before, []])
  })

  test('a night deletes what is older than its period, and says what by kind and number', async () => {
    await setLastNight(null)
    // Of two servers at once one finds nothing left; the embedded database has one.
    const servers = server().services.database.engine === 'embedded' ? [NOW] : [NOW, NOW]
    await Promise.all(servers.map(night))
    expect(await months()).toEqual(['2025-01-01'])
    const { services } = server()
    expect(await readdir(join(services.config.dataFolder, 'snapshots'))).toHaveLength(1)
    expect(await readdir(join(services.config.dataFolder, 'files/calculator'))).toEqual(['new.csv'])
    expect(await readdir(join(services.config.dataFolder, 'files/exports', server().seed.ashford.id))).toEqual([
      'new.csv',
    ])
    const kept = await asSystem((tx) => tx.select().from(recipients).orderBy(asc(recipients.campaignId)))
    expect(kept.map(({ destination, personalisation }) => [destination, personalisation])).toEqual([
      [null, null],
      ['+447700900001', { first_name: 'Canary' }],
    ])
    expect(await asSystem((tx) => tx.$count(receivedTexts))).toBe(2)
    expect(await asSystem((tx) => tx.select().from(householdLooks))).toHaveLength(1)
    expect((await forgotten()).toSorted()).toEqual(
      [
        ['campaigns’ names, addresses, numbers and letters', 1],
        ['texts that came in and are done', 1],
        ['exported files', 1],
        ['calculator results', 1],
        ['snapshots', 2],
        ['looks at households', 1],
        ['audit entries', 3],
      ].toSorted(),
    )
  })

  test('what is left of the audit log is whole, and a second night deletes nothing', async () => {
    const before = await forgotten()
    await night(new Date(NOW.getTime() + DAY))
    expect(await forgotten()).toEqual(before)
    expect((await server().services.audit.verify('ashford'))[0]?.problems).toEqual([])
    expect(await months()).toEqual(['2025-01-01'])
  })

  test('administrators set the periods; 0 and 100 years are refused in words', async () => {
    const admin = await callAs(server(), 'admin')
    const periods = { campaign_days: 60, export_days: 7, snapshot_months: 12, audit_years: 3 }
    expect((await admin.post('/api/set-keeping', periods)).statusCode).toBe(200)
    for (const [name, value, words] of [
      ['campaign_days', 0, 'Write 7 days at least: messages that failed could not be sent again.'],
      ['export_days', 0, 'Write 2 days at least: an export could go before it is fetched.'],
      ['audit_years', 100, 'Write 20 years at most: nothing is kept longer than it is needed.'],
      ['snapshot_months', 1_200, 'Write 120 months at most: nothing is kept longer than it is needed.'],
      ['export_days', 30.5, 'Write a whole number of days.'],
    ] as const) {
      const refused = await admin.post('/api/set-keeping', { ...periods, [name]: value })
      expect([refused.statusCode, refused.json<{ fields: object }>().fields]).toEqual([422, { [name]: words }])
    }
    expect((await admin.get('/api/keeping')).json()).toEqual(periods)
    expect((await (await callAs(server(), 'other')).get('/api/keeping')).json()).toMatchObject({ campaign_days: 90 })
  })
})
