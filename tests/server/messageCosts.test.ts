import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { campaigns, messageBudgets, recipients } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { onEngine } from './harness/server'

/* docs/product.md#what-messages-cost */

const UNSET = { postage: 'second', budget_pence: null, over_budget: 'nobody', free_texts: null }

// In production without a key nothing is ever sent, so that recipients stay prepared.
onEngine('embedded', 'What messages cost', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, prepared, detail, move, audited } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem((tx) => tx.delete(messageBudgets))
  })

  const set = async (change: object = {}) =>
    (await as('admin')).post('/api/set-message-budget', { ...UNSET, ...change })
  const spending = async (organisation: 'ashford' | 'brynmor' = 'ashford') =>
    (await as('staff', organisation)).get('/api/message-spending').then((answer) => answer.json<unknown>())
  const reviewed = async () => {
    const id = await prepared()
    await move('review-campaign', id)
    return id
  }
  const run = async (id: number, query = '') =>
    (await as('staff', 'ashford')).post(`/api/run-reviewed-campaign?campaign_id=${id}${query}`, '')
  /** As if so many segments of a campaign had been sent. */
  const sent = async (id: number, units: number) =>
    server().services.database.asSystem(async (tx) => {
      await tx
        .update(recipients)
        .set({ units, state: 'delivered', sentAt: new Date() })
        .where(eq(recipients.campaignId, id))
      const now = new Date()
      await tx
        .update(campaigns)
        .set({ status: 'Complete', reviewedAt: now, runAt: now, sentAt: now, completedAt: now })
        .where(eq(campaigns.id, id))
    })

  test('is set for one organisation by its administrators, and audited', async () => {
    expect(await spending()).toMatchObject({
      ...UNSET,
      spent_pence: 0,
      free_texts_a_year: 10_000,
      free_texts_left: 10_000,
    })
    const budget = { postage: 'economy', budget_pence: 250_000, over_budget: 'sender', free_texts: 500 }
    expect((await set(budget)).json()).toEqual(budget)
    expect(await spending()).toMatchObject({ ...budget, free_texts_a_year: 500, free_texts_left: 500 })
    expect(await spending('brynmor')).toMatchObject(UNSET)
    expect(await audited('message_settings')).toMatchObject({ subject: 'budget £2,500.00, over it: sender' })
    const refused = (await set({ budget_pence: -1 })).json<{ fields: object }>()
    expect(Object.keys(refused.fields)).toEqual(['budget_pence'])
  })

  test('the free texts of the year go to what was sent first', async () => {
    await set({ free_texts: 5 })
    const before = await prepared()
    await sent(before, 2)
    expect(await spending()).toMatchObject({ spent_pence: 0, free_texts_left: 1 })
    const id = await prepared()
    // Two segments, of which one is free.
    expect((await detail(id)).cost).toMatchObject({ messages: 2, units: 2, free_units: 1, pence: 2 })
    expect((await detail(before)).cost).toMatchObject({ units: 4, free_units: 4, pence: 0 })
    await set({ free_texts: 3 })
    expect((await detail(before)).cost).toMatchObject({ free_units: 3, pence: 2 })
  })

  test('a campaign over the budget is not sent, unless the sender may and wants it', async () => {
    await set({ free_texts: 0, budget_pence: 7 })
    const [first, second] = [await reviewed(), await reviewed()]
    expect((await detail(second)).budget).toEqual({ pence: 7, left_pence: 7, may_go_over: false })
    // Two segments of 2.4p each: what waits after its run counts.
    expect((await run(first)).statusCode).toBe(200)
    const refused = await run(second, '&over_budget=yes')
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'This campaign costs £0.05, and £0.02 of the budget of £0.07 is left. An administrator of the organisation can raise the budget in Settings, under Messages.',
    ])
    expect((await detail(second)).phase).toBe('prepared')
    await set({ free_texts: 0, budget_pence: 7, over_budget: 'sender' })
    expect((await run(second)).json()).toMatchObject({ code: 'over_budget' })
    expect((await run(second, '&over_budget=yes')).statusCode).toBe(200)
    expect(await audited('run')).toMatchObject({ subject: `campaign ${second} (sms), over the budget` })
    expect(await spending()).toMatchObject({ spent_pence: 10 })
  })

  test('says how many households each channel would reach', async () => {
    const reach = { sms: 2, print_and_post: 2, both: 1 }
    expect((await tools.count()).json()).toMatchObject({ by_channel: reach })
    expect((await tools.count({ channel_name: 'print_and_post' })).json()).toMatchObject({ by_channel: reach })
  })
})
