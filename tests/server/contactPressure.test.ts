import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { facetsSchema } from '../../src/contract/households/filters'
import { templateListItemSchema } from '../../src/contract/households/filterTemplates'
import { campaigns, recipients } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { onEngine } from './harness/server'

const DAY = 86_400_000

/* docs/product.md#contact-pressure: A-1 had messages 5, 20 and 60 days ago, A-2 one 200 days ago. */
onEngine('embedded', 'Contact pressure', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, detail, prepared, move, rowsOf, audited, count } = tools

  const wroteTo = (
    householdReference: string,
    daysAgo: number,
    state: 'delivered' | 'permanent_failure' = 'delivered',
  ) =>
    server().services.database.asSystem(async (tx) => {
      const organisationId = server().seed.ashford.id
      const at = new Date(Date.now() - daysAgo * DAY)
      const [campaign] = await tx
        .insert(campaigns)
        .values({
          organisationId,
          name: 'Before',
          benefitName: 'healthy_start',
          channel: 'sms',
          snapshot: '2026-10-01',
          snapshotVersion: 'tests',
          status: 'Complete',
          stagger: 0,
          filters: selected(),
          createdBy: 'Somebody',
          frozenCount: 1,
          recipientsHash: '',
          numberOfRecipients: 1,
          preparedAt: at,
          runAt: at,
          sentAt: at,
          completedAt: at,
        })
        .returning({ id: campaigns.id })
      const of = { campaignId: campaign?.id ?? 0, organisationId, position: 0 }
      await tx.insert(recipients).values({ ...of, householdReference, state, sentAt: at })
    })

  beforeAll(tools.prepareHouseholds)
  beforeEach(async () => {
    await tools.reset()
    for (const daysAgo of [5, 20, 60]) await wroteTo('A-1', daysAgo)
    await wroteTo('A-2', 200)
    // Never arrived.
    await wroteTo('A-2', 3, 'permanent_failure')
  })

  const matching = async (filters: Record<string, string[]>, person: 'viewer' | 'other' = 'viewer') => {
    const own = await as(person, person === 'viewer' ? 'ashford' : 'brynmor')
    const { body } = await own.post('/api/temporary-csv', selected(filters))
    const { household_count } = facetsSchema.parse((await own.post('/api/filter-facets', selected(filters))).json())
    const references = [...body.matchAll(/[AB]-\d/g)].map(([reference]) => reference).sort()
    expect(household_count).toBe(references.length)
    return references
  }

  test.each<[Record<string, string[]>, string[]]>([
    [{ recent_messages: ['3'] }, ['A-1']],
    [{ recent_messages: ['1', '2'] }, []],
    [{ recent_messages: ['0', '1', '2'] }, ['A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7']],
    [{ recent_messages: ['0', '1', '2', '3'] }, ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7']],
    [{ last_contacted: ['days_30'] }, ['A-1']],
    [{ last_contacted: ['days_90', 'days_365'] }, ['A-2']],
    [{ last_contacted: ['never', 'days_30'] }, ['A-1', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7']],
    [{ last_contacted: ['never'], pension_credit: ['claiming'] }, ['A-5']],
  ])('select by how often and when campaigns wrote: %j', async (filters, expected) => {
    expect(await matching(filters)).toEqual(expected)
  })

  test('are of one’s own organisation, and refuse other values by their path', async () => {
    expect(await matching({ recent_messages: ['0'] }, 'other')).toEqual(['B-1'])
    expect(await matching({ last_contacted: ['days_30'] }, 'other')).toEqual([])
    for (const [name, value] of [
      ['recent_messages', '4'],
      ['last_contacted', 'constructor'],
    ] as const) {
      const answer = await (await callAs(server(), 'viewer')).post('/api/filter-facets', selected({ [name]: [value] }))
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toHaveProperty(['fields', 'filter_request_list.0.filter_value_list.0'])
    }
  })

  test('are part of templates, in words', async () => {
    const details = [{ filter_name: 'recent_messages', filter_value_names: ['3'] }]
    const made = await (
      await as('viewer')
    ).post('/api/create-filter-template', { template_name: 'Often', filter_template_details: details })
    const { template_id } = templateListItemSchema.parse(made.json())
    const values = await (await as('viewer')).post('/api/filter-template-values', { template_id })
    expect(values.json()).toEqual([
      {
        category_name: 'contact',
        filter_name: 'recent_messages',
        filter_display_name: 'Messages in the last 90 days',
        filter_value: { name: '3', display_name: '3 or more' },
      },
    ])
  })

  test('a campaign counts who had many messages before it is made, and leaves them out by the filter', async () => {
    const counted = async (filters?: ReturnType<typeof selected>) =>
      countEligibleHouseholds.reply.parse((await count({}, filters)).json())
    expect(await counted()).toMatchObject({ eligible_household_count: 2, often_contacted_count: 1 })
    const fewer = selected({ recent_messages: ['0', '1', '2'] })
    expect(await counted(fewer)).toMatchObject({ eligible_household_count: 1, often_contacted_count: 0 })
  })

  test('who had many messages is taken off a prepared list in one press, and not after the run', async () => {
    const id = await prepared()
    expect(await detail(id)).toMatchObject({ number_of_recipients: 2, often_contacted_count: 1 })
    const answers = await Promise.all([1, 2].map(() => move('leave-out-often-contacted', id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await detail(id)).toMatchObject({ number_of_recipients: 1, often_contacted_count: 0 })
    expect((await rowsOf(id))[0]).toMatchObject({
      state: 'removed',
      reason: 'It had 3 or more messages in the last 90 days.',
      destination: null,
      isCompared: false,
    })
    expect(await audited('left_out')).toMatchObject({ subject: `campaign ${id} (sms), contacted often`, quantity: 1 })
    await move('review-campaign', id)
    await move('run-reviewed-campaign', id)
    expect((await move('leave-out-often-contacted', id)).statusCode).toBe(409)
    // What is on its way counts too.
    expect(await matching({ recent_messages: ['1'] })).toEqual(['A-2'])
  })
})
