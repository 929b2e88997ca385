import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '../../src/contract/campaigns'
import { campaigns, recipients } from '../../src/server/db/schema'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { onEachEngine } from './harness/server'

onEachEngine('Making a campaign', {}, (server) => {
  const tools = campaignTools(server)
  const { as, count, waterfall, add, detail, prepared, move, changeContact, rowsOf, audited } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(tools.startAnew)

  describe('the eligible households', () => {
    test('are counted step by step, each condition of decision 26', async () => {
      // Matching filters, fits the benefit, reachable, not do-not-contact, not contacted recently.
      expect(await waterfall()).toEqual([7, 6, 3, 2, 2])
      expect(await waterfall({ channel_name: 'PRINT_AND_POST' })).toEqual([7, 6, 3, 2, 2])
      expect(await waterfall({ benefit_name: 'attendance_allowance' })).toEqual([7, 1, 1, 1, 1])
      expect(await waterfall({ benefit_name: 'healthy_start' })).toEqual([7, 0, 0, 0, 0])
      expect(await waterfall({}, selected({ tenure: ['council_rent'] }))).toEqual([1, 1, 1, 1, 1])
      expect(await waterfall({ benefit_name: 'custom' }, selected({ tenure: ['private_rent'] }))).toEqual([6, 6, 3, 2, 2])
    })

    test('follow a change of contacts at once', async () => {
      expect((await waterfall()).at(-1)).toBe(2)
      await changeContact('A-1', { mobile: '' })
      expect((await waterfall()).at(-1)).toBe(1)
    })

    test.each(['campaign_name', 'benefit_name', 'channel_name', 'snapshot'])('need a %s', async (field) => {
      for (const nothing of [undefined, '', ' ']) {
        const answer = await count({ [field]: nothing })
        expect([answer.statusCode, answer.json()]).toMatchObject([400, { detail: 'Missing required fields' }])
      }
      const without = await (await as('viewer')).post('/api/eligible-households-with-pii', selected())
      expect([without.statusCode, without.json()]).toMatchObject([400, { detail: 'Missing required fields' }])
    })

    test('are refused for what does not exist, by field', async () => {
      const type = await count({ benefit_name: 'housing_benefit', channel_name: 'email' })
      expect(type.statusCode).toBe(422)
      expect(Object.keys(type.json<{ fields: object }>().fields)).toEqual([
        'new_campaign_details.benefit_name',
        'new_campaign_details.channel_name',
      ])
      expect((await count({ snapshot: '2025-01-01' })).statusCode).toBe(404)
      expect((await count({ snapshot: 'October' })).statusCode).toBe(404)
      expect((await count({ stagger: 25 })).statusCode).toBe(422)
      expect((await count({ benefit_name: 'custom' })).statusCode).toBe(422)
      expect((await count({}, selected({ tenure: ['castle'] }))).json()).toMatchObject({
        fields: { 'filter_request_list.0.filter_value_list.0': 'This filter has no such value.' },
      })
    })

    test('leave out whom a campaign of the organisation contacted within the months', async () => {
      const id = await prepared()
      await move('review-campaign', id)
      await move('run-reviewed-campaign', id)
      expect(await waterfall({ stagger: 3 })).toEqual([7, 6, 3, 2, 0])
      expect(await waterfall({ stagger: 0 })).toEqual([7, 6, 3, 2, 2])
      // Sent four months ago, one of the two failed before it left.
      const sentAt = new Date()
      sentAt.setUTCDate(1)
      sentAt.setUTCMonth(sentAt.getUTCMonth() - 4)
      await server().services.database.asSystem(async (tx) => {
        await tx.update(recipients).set({ state: 'delivered', sentAt }).where(eq(recipients.householdReference, 'A-1'))
        await tx.update(recipients).set({ state: 'technical_failure' }).where(eq(recipients.householdReference, 'A-2'))
        await tx.update(campaigns).set({ status: 'Complete', runAt: sentAt, completedAt: sentAt })
      })
      expect((await waterfall({ stagger: 3 })).at(-1)).toBe(2)
      expect((await waterfall({ stagger: 6 })).at(-1)).toBe(1)
    })
  })

  describe('sending for review', () => {
    test('freezes the recipients, prepares them and tells where it stands', async () => {
      const answer = await add({ campaign_name: '  <b>Autumn</b> “warm” 🧣 שלום ' })
      expect(answer.statusCode).toBe(200)
      const [made] = z.array(campaignSchema).parse(answer.json())
      expect(made).toMatchObject({
        name: '&lt;b&gt;Autumn&lt;/b&gt; “warm” 🧣 שלום',
        status: 'Awaiting approval',
        phase: 'preparing',
        number_of_recipients: 2,
        reviewed: false,
        date_sent: null,
        created_by: 'viewer@ashford.example',
        channel: 'sms',
      })
      expect(await audited('campaign')).toMatchObject({ quantity: 2, subject: `campaign ${made?.id} (sms)` })
      const id = made?.id ?? 0
      await vi.waitFor(async () => expect((await detail(id)).status).toBe('sent to api'), { timeout: 20_000, interval: 50 })
      expect(await detail(id)).toMatchObject({ phase: 'prepared', prepared_count: 2, frozen_count: 2, recipients: { prepared: 2 } })
      expect(await rowsOf(id)).toMatchObject([
        {
          householdReference: 'A-1',
          position: 0,
          destination: '+447700900123',
          personalisation: { first_name: 'Edna', benefit: 'Pension Credit', organisation: 'Ashford Council' },
        },
        { householdReference: 'A-2', position: 1, destination: '+447700900222' },
      ])
    })

    test('lists a household that a placeholder leaves out, with why, and sends to the others', async () => {
      await changeContact('A-2', { firstName: ' ' })
      const id = await prepared()
      expect(await detail(id)).toMatchObject({
        number_of_recipients: 1,
        recipients: { prepared: 1, cannot_be_contacted: 1 },
      })
      const list = await (await as('viewer')).get(`/api/campaign-recipients?campaign_id=${id}&state=cannot_be_contacted`)
      expect(list.json()).toMatchObject({
        total: 1,
        recipients: [{ household_reference: 'A-2', reason: 'The message needs ((first_name)), which is empty.' }],
      })
    })

    test('happens once for an Idempotency-Key, also when nobody would be eligible any more', async () => {
      const headers = { 'idempotency-key': `campaign-${server().engine}` }
      const first = await add({}, selected(), headers)
      await changeContact('A-1', { doNotContact: true })
      await changeContact('A-2', { doNotContact: true })
      expect((await add({}, selected(), headers)).json()).toEqual(first.json())
      expect((await (await as('viewer')).get('/api/all-campaigns')).json()).toHaveLength(1)
      expect((await add()).json()).toMatchObject({ code: 'no_households' })
    })

    test.each([
      ['no name', { campaign_name: '' }],
      ['a blank name', { campaign_name: '   ' }],
      ['a name of 10,000 characters', { campaign_name: 'x'.repeat(10_000) }],
      ['an unknown type', { benefit_name: 'housing_benefit' }],
      ['an unknown channel', { channel_name: 'email' }],
      ['Custom without filters', { benefit_name: 'custom' }],
      ['no template', { sms_template_id: null }],
      ['an unknown template', { sms_template_id: 999_999 }],
      ['a letter without a template', { channel_name: 'print_and_post', sms_template_id: null }],
      ['an unknown letter template', { channel_name: 'print_and_post', template_s3_key: '../../etc/passwd' }],
    ])('is refused with %s', async (_what, changes) => {
      expect((await add(changes)).statusCode).toBe(422)
      expect((await (await as('viewer')).get('/api/all-campaigns')).json()).toEqual([])
    })

    test('takes names of one and of 200 characters', async () => {
      expect((await add({ campaign_name: 'x' })).statusCode).toBe(200)
      expect((await add({ campaign_name: '<'.repeat(200) })).statusCode).toBe(200)
      expect((await add({ campaign_name: '<'.repeat(201) })).statusCode).toBe(422)
    })

    test('is listed newest first', async () => {
      await add({ campaign_name: 'first' })
      await add({ campaign_name: 'second' })
      const names = z.array(campaignSchema).parse((await (await as('viewer')).get('/api/all-campaigns')).json())
      expect(names.map(({ name }) => name)).toEqual(['second', 'first'])
    })
  })
})
