import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../src/server/db/engine'
import { calculatorJobs, campaigns, erasures, filterLinks, filterTemplates } from '../../src/server/db/schema'
import { addErasure, findErased } from '../../src/server/modules/platform/erasure-ledger/service'
import { callAs, selected } from './harness/caller'
import type { SeededPerson } from './harness/seed'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* docs/security.md#what-one-person-can-store. Kept answers: tests/server/keptAnswers.test.ts */

const TENURE = { filter_name: 'tenure', filter_value_names: ['private_rent'] }

onEngine('embedded', 'What one person stores: templates', {}, (server) => {
  beforeAll(() =>
    importHouseholds(server(), 'ashford', [{ household_reference: 'TST-0001' }, { household_reference: 'TST-0002' }]),
  )
  beforeEach(() =>
    server().services.database.asSystem(async (tx) => {
      await tx.delete(filterTemplates)
      await tx.delete(filterLinks)
    }),
  )

  async function as(person: SeededPerson) {
    const { get, post } = await callAs(server(), person)
    return {
      create: (template_name: string, filter_template_details: unknown = [TENURE]) =>
        post('/api/create-filter-template', { template_name, filter_template_details }),
      names: async () =>
        (await get('/api/user-filter-templates'))
          .json<{ filter_template_name: string }[]>()
          .map((template) => template.filter_template_name),
      values: (template_id: number) => post('/api/filter-template-values', { template_id }),
      remove: (template_id: number) => post('/api/delete-filter-template', { template_id }),
      link: (filter_template_details: unknown) => post('/api/create-filter-link', { filter_template_details }),
      open: (code: string) => post('/api/open-filter-link', { code }),
    }
  }

  test('are 200 of a person at most', async () => {
    const admin = await as('admin')
    const { ashford, people } = server().seed
    const owner = { organisationId: ashford.id, ownerId: people.admin.id, rows: [] }
    const others = Array.from({ length: 199 }, (_, index) => ({ ...owner, name: `Template ${index}` }))
    await server().services.database.asSystem((tx) => tx.insert(filterTemplates).values(others))
    const last = idOf(await admin.create('The last'))
    const refused = await admin.create('One more')
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'too_many_templates',
        detail:
          'You have 200 templates, which is as many as Doorstep stores for a person. Delete one that you no longer need, then save this one again.',
      },
    ])
    expect((await (await as('viewer')).create('One more')).statusCode).toBe(200)
    await admin.remove(last)
    expect((await admin.create('One more')).statusCode).toBe(200)
  })

  test('and links hold a long pasted list, and refuse more than 256 kB with what to do', async () => {
    const admin = await as('admin')
    const postcodes = (length: number, count: number) => [
      {
        filter_name: 'postcodes',
        filter_value_names: Array.from({ length: count }, (_, at) => `${at}-`.padEnd(length, 'x')),
      },
    ]
    const long = postcodes(20, 10_000)
    expect(await admin.values(idOf(await admin.create('Long', long)))).toMatchObject({ statusCode: 200 })
    const { code } = (await admin.link(long)).json<{ code: string }>()
    expect((await admin.open(code)).json<{ rows: unknown[] }>().rows).toHaveLength(10_000)
    for (const refused of [
      await admin.create('Longer', postcodes(200, 2_000)),
      await admin.link(postcodes(200, 2_000)),
    ]) {
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        422,
        'These filters come to 397 kB, and a template or link holds 256. Leave out some household references or postcodes, or split them into several.',
      ])
    }
    expect(await admin.names()).toEqual(['Long'])
    expect(await server().services.database.asSystem((tx) => tx.$count(filterLinks))).toBe(1)
  })

  test('have 50 links of a person, of which the longest unopened goes for another one', async () => {
    const { database } = server().services
    const admin = await as('admin')
    const { ashford, people } = server().seed
    const day = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000)
    const all = Array.from({ length: 50 }, (_, age) => ({
      code: `link-${age}`,
      organisationId: ashford.id,
      ownerId: people.admin.id,
      rows: [],
      expiresAt: new Date(Date.now() + (40 + age / 10) * 86_400_000),
      openedAt: day(age),
    }))
    await database.asSystem(async (tx) => {
      // From before links had an owner: they count for nobody, and stay.
      const older = all.slice(0, 1).map((one) => ({ ...one, code: 'older', ownerId: null }))
      await tx.insert(filterLinks).values([...all, ...older])
    })
    expect((await admin.open('link-0')).statusCode).toBe(200)
    const made = (await admin.link([TENURE])).json<{ removed_made_at: string }>()
    expect(Date.parse(made.removed_made_at)).toBe((all[1]?.expiresAt.getTime() ?? 0) - 90 * 86_400_000)
    for (const [code, status] of [
      ['link-0', 200],
      ['link-1', 404],
      ['link-2', 200],
      ['older', 200],
    ] as const)
      // prettier-ignore
      expect([code, (await admin.open(code)).statusCode]).toEqual([code, status])
    expect((await (await as('viewer')).link([TENURE])).json()).toMatchObject({ removed_made_at: null })
  })

  test('are of the calculator’s results 100 within seven days', async () => {
    const { database } = server().services
    const { ashford, people } = server().seed
    const job = { organisationId: ashford.id, requestedBy: people.viewer.id, householdCount: 1 }
    const createdAt = new Date(Date.now() - 8 * 86_400_000)
    await database.asSystem((tx) =>
      tx
        .insert(calculatorJobs)
        .values([
          ...Array.from({ length: 99 }, () => job),
          ...Array.from({ length: 9 }, () => ({ ...job, createdAt })),
        ]),
    )
    const send = async (person: SeededPerson) =>
      (await callAs(server(), person)).post('/api/households-to-calculator', selected())
    expect((await send('viewer')).statusCode).toBe(200)
    expect(await send('viewer')).toMatchObject({ statusCode: 429 })
    expect((await send('admin')).statusCode).toBe(200)
  })

  test('are of campaigns 50 within seven days, whatever became of them', async () => {
    const { ashford, people } = server().seed
    const make = (count: number, createdAt: Date) => {
      const row: typeof campaigns.$inferInsert = {
        organisationId: ashford.id,
        createdById: people.viewer.id,
        createdAt,
        createdBy: '',
        name: '',
        benefitName: 'custom',
        channel: 'sms',
        snapshot: '2026-10-01',
        snapshotVersion: '',
        status: 'cancelled',
        stagger: 0,
        filters: {},
        frozenCount: 0,
        recipientsHash: '',
        numberOfRecipients: 0,
      }
      return server().services.database.asSystem((tx) =>
        tx.insert(campaigns).values(Array.from({ length: count }, () => row)),
      )
    }
    const add = async (person: SeededPerson) => {
      const campaign_request = {
        campaign_name: 'Autumn',
        benefit_name: 'custom',
        snapshot: '2026-10-01',
        channel_name: 'sms',
        stagger: 0,
        sms_template_id: 1,
        template_s3_key: null,
      }
      return (await callAs(server(), person)).post('/api/add-campaign', { campaign_request, ...selected() })
    }
    await make(9, new Date(Date.now() - 8 * 86_400_000))
    await make(49, new Date())
    expect((await add('viewer')).statusCode).not.toBe(429)
    await make(1, new Date())
    expect((await add('viewer')).json()).toMatchObject({ code: 'too_many_campaigns' })
    expect((await add('admin')).statusCode).not.toBe(429)
  })

  test('and links that name a household are found by digest, older ones by reading until the night', async () => {
    const { database, filterTemplates: service } = server().services
    const { ashford, people } = server().seed
    const admin = await as('admin')
    const named = [{ filter_name: 'household_references', filter_value_names: ['TST-0001', ' tst-0002'] }]
    await admin.create('Mine', named)
    await admin.link(named)
    const words = { category_name: '', filter_name: 'household_references', filter_display_name: '' }
    const older = [{ ...words, filter_value: { name: 'TST-0002', display_name: 'TST-0002' } }]
    const owner = { organisationId: ashford.id, ownerId: people.admin.id }
    const inOrganisation = <T>(work: (tx: Tx) => Promise<T>) => database.forOrganisation(ashford.id, work)
    const makeUnreadable = (name: string) =>
      inOrganisation((tx) =>
        tx.update(filterTemplates).set({ rows: 'unreadable' }).where(eq(filterTemplates.name, name)),
      )
    await inOrganisation((tx) =>
      tx.insert(filterTemplates).values([
        { ...owner, name: 'Older', rows: older },
        { ...owner, name: 'Of others', rows: 'unreadable', isIndexed: true },
      ]),
    )
    const naming = () => inOrganisation((tx) => service.listNaming(tx, ashford.id, 'TST-0002'))
    expect((await naming()).map(({ name }) => name).sort()).toEqual(['', 'Mine', 'Older'])
    await service.indexOld()
    await makeUnreadable('Older')
    expect((await naming()).map(({ name }) => name).sort()).toEqual(['', 'Mine', 'Older'])
    await inOrganisation(async (tx) => {
      await tx.delete(filterTemplates).where(eq(filterTemplates.name, 'Older'))
      await addErasure(tx, { organisationId: ashford.id, email: '' }, 'TST-0002')
    })
    const others = Array.from({ length: 20 }, (_, index) => ({ ...owner, name: `Older ${index}`, rows: older }))
    await inOrganisation((tx) => tx.insert(filterTemplates).values(others))
    // Of many some are left to the job that follows an erasure.
    await service.eraseNow(ashford.id, ['TST-0002'])
    expect((await naming()).length).toBeGreaterThan(0)
    await service.erase(ashford.id, (await inOrganisation((tx) => findErased(tx, ashford.id))).has)
    expect(await naming()).toEqual([])
    const [mine] = await database.asSystem((tx) =>
      tx.select().from(filterTemplates).where(eq(filterTemplates.name, 'Mine')),
    )
    expect(mine?.rows).toMatchObject([{ values: ['TST-0001', 'Household no longer held'] }])
    await database.asSystem((tx) => tx.delete(erasures))
  })
})

const idOf = (answer: { json: <T>() => T }) => answer.json<{ template_id: number }>().template_id
