import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { campaignSchema, countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { campaigns, recipients } from '../../src/server/db/schema'
import { freezeHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'
import { PREPARE_CAMPAIGN } from '../../src/server/modules/campaigns/campaigns/jobs'
import { compileTexts, personalisationSchema } from '../../src/server/modules/campaigns/recipients/template'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { notRepeated, onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

// In production without a key nothing is ever sent, so that recipients stay where a test put them.
onEachEngine('Making a campaign', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, count, waterfall, add, detail, prepared, move, changeContact, rowsOf, audited } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(tools.reset)

  notRepeated(() => {
    test('letters to households that the texts leave out are another campaign, and each names the other', async () => {
      const draft = randomUUID()
      const [texts] = z.array(campaignSchema).parse((await add({}, selected(), { 'idempotency-key': draft })).json())
      const letters = await server().services.database.asSystem(async (tx) => {
        const [of] = await tx.select().from(campaigns)
        const { id: _, ...same } = of ?? never()
        const [made] = await tx
          .insert(campaigns)
          .values({ ...same, channel: 'print_and_post' })
          .returning()
        return made ?? never()
      })
      expect(letters.linkId).toBe(draft)
      expect((await detail(texts?.id ?? 0)).linked).toEqual([
        { id: letters.id, name: 'Autumn', channel: 'print_and_post' },
      ])
      expect((await detail(letters.id)).linked).toEqual([{ id: texts?.id, name: 'Autumn', channel: 'sms' }])
    })

    describe('a second language', () => {
      const welsh = (text: string) =>
        server().services.templates.texts.save(server().seed.ashford.id, { name: text, text, language: 'cy' })
      const translation = (sms_template_id: number, translated_for = 'who_prefers_it') => ({
        translation: { sms_template_id, template_s3_key: null, translated_for },
      })

      test('goes to those who prefer it, and the list that is reviewed says so', async () => {
        await changeContact('A-2', { preferredLanguage: 'CY' })
        expect(countEligibleHouseholds.reply.parse((await count()).json()).by_language).toEqual({ en: 1, cy: 1 })
        const id = await prepared(translation(await welsh('Annwyl ((first_name))')))
        expect((await detail(id)).translation).toEqual({
          language: 'cy',
          translated_for: 'who_prefers_it',
          households: 1,
        })
        expect(await textsOf(id)).toEqual([
          ['A-1', expect.stringMatching(/^Dear Edna, you may be owed/)],
          ['A-2', 'Annwyl Edna'],
        ])
        // A corrected number keeps the language.
        const corrected = await (
          await as('admin', 'ashford')
        ).post('/api/correct-contact', { household_reference: 'A-2', contact: { mobile: '07700 900999' } })
        expect(corrected.json()).toEqual({ left_out: 0 })
        expect((await rowsOf(id))[1]?.destination).toBe('+447700900999')
        expect((await textsOf(id))[1]).toEqual(['A-2', 'Annwyl Edna'])
      })

      test('goes to everybody in one text, Welsh first', async () => {
        const id = await prepared(translation(await welsh('Annwyl ((first_name))'), 'everybody'))
        expect((await detail(id)).translation).toMatchObject({ translated_for: 'everybody', households: 2 })
        expect((await textsOf(id))[0]).toEqual([
          'A-1',
          expect.stringMatching(/^Annwyl Edna\s+Dear Edna, you may be owed/),
        ])
      })

      test.each([
        ['the same language', () => Promise.resolve(translation(tools.request().campaign_request.sms_template_id))],
        ['a template that is not there', () => Promise.resolve(translation(999_999))],
        ['both together too long', async () => translation(await welsh('ŵ'.repeat(900)), 'everybody')],
      ])('is refused with %s', async (_what, wanted) => {
        const answer = await add(await wanted())
        expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([
          422,
          ['campaign_request.translation'],
        ])
      })

      const textsOf = async (id: number) => {
        const { services, seed } = server()
        const campaign = await services.database.asSystem((tx) =>
          tx.select().from(campaigns).where(eq(campaigns.id, id)),
        )
        const textOf = compileTexts(campaign[0] ?? never())
        expect(campaign[0]?.organisationId).toBe(seed.ashford.id)
        return (await rowsOf(id))
          .filter(({ state }) => state === 'prepared')
          .map(({ householdReference, personalisation }) => {
            const values = personalisationSchema.parse(personalisation)
            return [householdReference, textOf?.(values).fill(values)]
          })
      }
    })

    describe('the eligible households', () => {
      test('come with what they may be missing', async () => {
        const { unclaimed } = countEligibleHouseholds.reply.parse((await count()).json())
        // A-1 has an award of £68.40, the others contradict themselves with one of £0.
        expect(unclaimed).toMatchObject({ lowest: 3556.8, highest: 3556.8, basis: { year: '2026 to 2027' } })
      })

      test('are counted step by step, by each condition', async () => {
        // Matching filters, fits the benefit, reachable, not do-not-contact, not contacted recently.
        expect(await waterfall()).toEqual([7, 6, 3, 2, 2])
        expect(await waterfall({ channel_name: 'PRINT_AND_POST' })).toEqual([7, 6, 3, 2, 2])
        expect(await waterfall({ channel_name: 'print_and_post', without_mobile: true })).toEqual([7, 3, 1, 1, 1])
        expect(await waterfall({ benefit_name: 'attendance_allowance' })).toEqual([7, 1, 1, 1, 1])
        expect(await waterfall({ benefit_name: 'healthy_start' })).toEqual([7, 0, 0, 0, 0])
        expect(await waterfall({}, selected({ tenure: ['council_rent'] }))).toEqual([1, 1, 1, 1, 1])
        expect(await waterfall({ benefit_name: 'custom' }, selected({ tenure: ['private_rent'] }))).toEqual([
          6, 6, 3, 2, 2,
        ])
      })

      test('get a letter in place of a text where they are digitally excluded, by one of two campaigns', async () => {
        const switched = async (changes: object) => {
          const reply = countEligibleHouseholds.reply.parse(
            (await count({ excluded_by_letter: true, ...changes })).json(),
          )
          return [Object.values(reply.waterfall ?? {}), reply.by_letter_count, reply.by_channel]
        }
        // A-1 is, and has both a number and an address.
        expect(await switched({})).toEqual([[7, 6, 2, 1, 1], 1, { sms: 1, print_and_post: 2, both: 0 }])
        expect(await switched({ channel_name: 'print_and_post', without_mobile: true })).toEqual([
          [7, 4, 2, 2, 2],
          0,
          null,
        ])
        // Letters to everybody have nothing to choose.
        expect(await switched({ channel_name: 'print_and_post' })).toEqual([
          [7, 6, 3, 2, 2],
          0,
          { sms: 2, print_and_post: 2, both: 1 },
        ])
        const id = await prepared({ excluded_by_letter: true })
        expect((await rowsOf(id)).map(({ householdReference }) => householdReference)).toEqual(['A-2'])
      })

      test('are those in a drawn area', async () => {
        const square = (west: number, east: number) => {
          const corners = [[west, 53.9], [east, 53.9], [east, 54.2], [west, 54.2], [west, 53.9]] // prettier-ignore
          return selected({}, { area: [JSON.stringify({ type: 'Polygon', coordinates: [corners] })] })
        }
        expect(await waterfall({}, square(-1.6, -1.4))).toEqual([7, 6, 3, 2, 2])
        expect(await waterfall({}, square(-1.7, -1.6))).toEqual([0, 0, 0, 0, 0])
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
        expect((await count({ snapshot: '0000-01-01' })).statusCode).toBe(404)
        expect((await count({ stagger: 25 })).statusCode).toBe(422)
        expect((await count({ benefit_name: 'custom' })).statusCode).toBe(422)
        expect((await count({}, selected({ tenure: ['castle'] }))).json()).toMatchObject({
          fields: { 'filter_request_list.0.filter_value_list.0': 'This filter has no such value.' },
        })
      })

      test('leave out households that a campaign of the organisation contacted within the months', async () => {
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
          await tx
            .update(recipients)
            .set({ state: 'delivered', sentAt })
            .where(eq(recipients.householdReference, 'A-1'))
          await tx
            .update(recipients)
            .set({ state: 'technical_failure' })
            .where(eq(recipients.householdReference, 'A-2'))
          await tx.update(campaigns).set({ status: 'Complete', runAt: sentAt, completedAt: sentAt })
        })
        expect((await waterfall({ stagger: 3 })).at(-1)).toBe(2)
        expect((await waterfall({ stagger: 6 })).at(-1)).toBe(1)
        // Its receipt comes at last: it told nobody anything.
        await server().services.database.asSystem((tx) =>
          tx
            .update(recipients)
            .set({ state: 'permanent_failure', updatedAt: new Date() })
            .where(eq(recipients.householdReference, 'A-1')),
        )
        expect((await waterfall({ stagger: 6 })).at(-1)).toBe(2)
      })
    })
  })

  describe('sending for review', () => {
    test('freezes the recipients, prepares them and tells where it stands', async () => {
      const answer = await add({ campaign_name: '  <b>Autumn</b> "warm" 🧣 שלום ' })
      expect(answer.statusCode).toBe(200)
      const [made] = z.array(campaignSchema).parse(answer.json())
      expect(made).toMatchObject({
        name: '&lt;b&gt;Autumn&lt;/b&gt; "warm" 🧣 שלום',
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
      await vi.waitFor(async () => expect((await detail(id)).status).toBe('sent to api'))
      expect(await detail(id)).toMatchObject({
        phase: 'prepared',
        prepared_count: 2,
        frozen_count: 2,
        recipients: { prepared: 2 },
        // Of the year's free texts.
        cost: { messages: 2, units: 2, free_units: 2, pence: 0 },
      })
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
      const list = await (
        await as('viewer')
      ).get(`/api/campaign-recipients?campaign_id=${id}&state=cannot_be_contacted`)
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
      ['a snapshot that is no month', { snapshot: 'October' }],
      ['Custom without filters', { benefit_name: 'custom' }],
      ['no template', { sms_template_id: null }],
      ['an unknown template', { sms_template_id: 999_999 }],
      ['a letter without a template', { channel_name: 'print_and_post', sms_template_id: null }],
      ['an unknown letter template', { channel_name: 'print_and_post', template_s3_key: '../../etc/passwd' }],
    ])('is refused with %s', async (_what, changes) => {
      expect((await add(changes)).statusCode).toBe(422)
      expect((await (await as('viewer')).get('/api/all-campaigns')).json()).toEqual([])
    })

    test('is refused with a snapshot that is not there', async () => {
      const answer = await add({ snapshot: '2025-01-01' })
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { detail: 'There is no snapshot of that month.' }])
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

    // The last one: the month's households are others after it.
    test('keeps to its list, whatever is imported while it is prepared, and says when nobody of it is left', async () => {
      const id = await prepared()
      const { recipients_hash } = await detail(id)
      const { database, queue } = server().services
      /** As it was when the first of its two households had been prepared. */
      const preparedAgain = async () => {
        const { list } = await freezeHouseholds(['A-1', 'A-2'])
        await database.asSystem(async (tx) => {
          await tx.delete(recipients).where(eq(recipients.householdReference, 'A-2'))
          await tx
            .update(campaigns)
            .set({ status: 'Awaiting approval', preparedAt: null, preparedCount: 1, frozenHouseholds: list })
        })
        await database.forOrganisation(server().seed.ashford.id, (tx) =>
          queue.send(tx, PREPARE_CAMPAIGN, { campaignId: id, organisationId: server().seed.ashford.id }),
        )
        await vi.waitFor(async () => expect((await detail(id)).phase).toBe('prepared'))
      }
      // The households of the month are others now, and those that were frozen are gone from it.
      await importHouseholds(server(), 'ashford', [
        { household_reference: 'A-9', pension_credit: 'eligible_not_claiming' },
      ])
      await changeContact('A-2', { firstName: 'Edith' })
      await preparedAgain()
      expect((await rowsOf(id)).map((row) => [row.householdReference, row.personalisation])).toMatchObject([
        ['A-1', { first_name: 'Edna' }],
        ['A-2', { first_name: 'Edith' }],
      ])
      expect(await detail(id)).toMatchObject({ recipients_hash, number_of_recipients: 2 })
      // The planner knows how many there are: see db/statistics.ts.
      const { rows } = await database.executeSql(
        `select reltuples::int as known from pg_class where relname = 'recipients'`,
      )
      expect(rows).toEqual([{ known: 2 }])

      await changeContact('A-2', { mobile: '' })
      await database.asSystem((tx) => tx.update(recipients).set({ state: 'cannot_be_contacted' }))
      await preparedAgain()
      expect(await detail(id)).toMatchObject({
        number_of_recipients: 0,
        problem: 'None of its households can be contacted. Cancel it and choose other households.',
      })
      expect((await move('review-campaign', id)).json()).toMatchObject({ code: 'nobody_left' })
    })
  })
})

function never(): never {
  throw new Error('The campaign is missing.')
}
