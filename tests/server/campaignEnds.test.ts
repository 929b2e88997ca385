import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redraftCampaign } from '../../src/contract/campaigns/campaignMoves'
import { countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { getWhoseTurn } from '../../src/contract/campaigns/whoseTurn'
import { campaigns } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { raceCancelling } from './harness/cancelRace'
import { selected } from './harness/caller'
import { sendingTools, testClock } from './harness/sending'
import type { SeededPerson } from './harness/seed'
import { notRepeated, onEachEngine } from './harness/server'

const COMMENT = 'The telephone number in the text is the old one.'

/* Campaigns that end before they go out, and whose turn it is: docs/product.md#campaign-statuses. */
// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEachEngine('A campaign before its first message', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, detail, prepared, move, rowsOf, audited, count } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(tools.reset)

  const running = async (changes: object = {}) => {
    const id = await prepared(changes)
    await move('review-campaign', id)
    await move('run-reviewed-campaign', id)
    return id
  }
  const sendBack = async (id: number, comment = COMMENT, person: SeededPerson = 'staff') =>
    (await as(person, 'ashford')).post(`/api/send-back-campaign?campaign_id=${id}`, { comment })
  const turnsOf = async (person: SeededPerson, organisation?: 'ashford' | 'brynmor') =>
    getWhoseTurn.reply.parse((await (await as(person, organisation)).get('/api/whose-turn')).json())
  const heldOut = async () => countEligibleHouseholds.reply.parse((await count()).json()).held_out_count
  const namesKept = async (id: number) =>
    (await rowsOf(id)).filter(({ destination, personalisation }) => destination !== null || personalisation !== null)

  describe('is cancelled', () => {
    test.each([
      ['waits for its start', ''],
      ['is paused', 'pause-campaign'],
    ])('while it %s, and lets its held-out households and names go at once', async (_where, before) => {
      const id = await running({ hold_out_percentage: 50 })
      if (before) await move(before, id)
      expect([await detail(id), await heldOut()]).toMatchObject([{ has_begun: false }, 1])
      expect((await move('cancel-campaign', id)).json()).toMatchObject({ status: 'cancelled', phase: 'finished' })
      expect(await audited('cancel')).toMatchObject({ quantity: 1 })
      expect([await heldOut(), await namesKept(id)]).toEqual([0, []])
      // Nobody was written to, and so nobody counts as written to.
      expect((await count({ stagger: 1 })).json()).toMatchObject({ eligible_household_count: 2 })
      for (const name of ['run-reviewed-campaign', 'resume-campaign', 'cancel-campaign', 'pause-campaign']) {
        const answer = await move(name, id)
        expect([name, answer.statusCode, answer.json()]).toMatchObject([
          name,
          409,
          { detail: 'This campaign is cancelled.', code: 'campaign_state' },
        ])
      }
      expect((await move('archive-campaign', id)).json()).toMatchObject({ status: 'archived' })
      expect((await move('run-reviewed-campaign', id)).statusCode).toBe(409)
    })

    test('not once a message was handed over, but again where its key was refused before', async () => {
      const { sender, sendAll } = sendingTools(server)
      const id = await running()
      const work = { campaignId: id, organisationId: server().seed.ashford.id }
      const sent: string[] = []
      const provider = (isKeyRight: boolean) => ({
        sendText: async ({ to }: { to: string }) => {
          if (!isKeyRight) return { kind: 'keyRefused', words: 'Invalid token' } as const
          sent.push(to)
          return { kind: 'accepted', id: crypto.randomUUID() } as const
        },
        sendLetter: async () => ({ kind: 'accepted', id: crypto.randomUUID() }) as const,
        findByReference: async () => ({ kind: 'absent' }) as const,
        findById: async () => ({ kind: 'absent' }) as const,
        checkTemplate: async () => ({ kind: 'works' }) as const,
      })
      const clock = testClock()
      await sendAll(sender(provider(false), { clock }), work, clock)
      expect(await detail(id)).toMatchObject({ phase: 'paused', has_begun: false, recipients: { prepared: 2 } })
      await move('resume-campaign', id)
      await sendAll(sender(provider(true), { clock }), work, clock)
      expect(sent).toHaveLength(2)
      await server().services.database.asSystem((tx) =>
        tx.update(campaigns).set({ status: 'sent to api', completedAt: null }).where(eq(campaigns.id, id)),
      )
      expect(await detail(id)).toMatchObject({ phase: 'sending', has_begun: true })
      for (const answer of [await move('cancel-campaign', id), await sendBack(id)])
        expect([answer.statusCode, answer.json()]).toMatchObject([
          409,
          { detail: 'This campaign has begun to go out, and cannot be cancelled. Pause it to stop it.' },
        ])
    })

    test('or sent, never both, whenever both come at once', async () => {
      const { cancelled, sent } = await raceCancelling(server(), 40)
      expect([cancelled + sent, cancelled > 0, sent > 0]).toEqual([40, true, true])
    })

    test('and stays as it is when GOV.UK Notify reports its messages all the same, which is kept', async () => {
      const id = await prepared({ hold_out_percentage: 50 })
      await move('cancel-campaign', id)
      const [row] = await rowsOf(id)
      const { sending } = server().services
      const callback = { id: crypto.randomUUID(), reference: row?.reference ?? '', status: 'delivered' } as const
      for (const status of ['sending', 'delivered'] as const)
        expect(await sending.receive({ ...callback, status }, {})).toBe(false)
      expect((await rowsOf(id))[0]).toMatchObject({ state: row?.state, sentAt: null, lateReceipt: 'delivered' })
      expect(await detail(id)).toMatchObject({ status: 'cancelled', date_sent: null, late_receipts: 1 })
      expect((await count({ stagger: 1 })).json()).toMatchObject({ eligible_household_count: 2, held_out_count: 0 })
      await move('archive-campaign', id)
      expect(await sending.receive({ ...callback, status: 'permanent-failure' }, {})).toBe(false)
      expect((await rowsOf(id))[0]).toMatchObject({ state: row?.state, lateReceipt: 'permanent-failure' })
    })
  })

  notRepeated(() => {
    describe('is withdrawn by its author', () => {
      test('until it is reviewed, and only by them', async () => {
        const id = await prepared({ hold_out_percentage: 50 })
        const others = await move('withdraw-campaign', id, 'admin')
        expect([others.statusCode, others.json()]).toMatchObject([409, { code: 'not_author' }])
        expect((await move('withdraw-campaign', id, 'viewer')).json()).toMatchObject({ status: 'cancelled' })
        expect(await audited('withdraw')).toMatchObject({ quantity: 1, actorEmail: 'viewer@ashford.example' })
        expect([await detail(id), await heldOut(), await namesKept(id)]).toMatchObject([
          { cancelled_as: 'withdrawn', is_own: true },
          0,
          [],
        ])
        const again = await move('withdraw-campaign', id, 'viewer')
        expect([again.statusCode, again.json()]).toMatchObject([409, { detail: 'This campaign is cancelled.' }])
      })

      test('and not after it was', async () => {
        const id = await prepared()
        await move('review-campaign', id)
        const answer = await move('withdraw-campaign', id, 'viewer')
        expect([answer.statusCode, answer.json()]).toMatchObject([
          409,
          { detail: 'This campaign has been reviewed. Your provider can send it back, or cancel it.' },
        ])
      })
    })

    describe('is sent back with a comment', () => {
      test('and made a draft of again by its author alone, as it was', async () => {
        const filters = selected({ tenure: ['council_rent', 'private_rent'] }, { household_references: ['A-1', 'A-2'] })
        const id = await prepared({ hold_out_percentage: 0, lawful_basis: 'consent', stagger: 3 })
        await server().services.database.asSystem((tx) =>
          tx.update(campaigns).set({ filters }).where(eq(campaigns.id, id)),
        )
        expect((await sendBack(id, ' ')).statusCode).toBe(422)
        expect((await sendBack(id, COMMENT, 'admin')).statusCode).toBe(403)
        expect((await move('redraft-campaign', id, 'viewer')).statusCode).toBe(409)
        expect((await sendBack(id)).json()).toMatchObject({ status: 'cancelled' })
        expect(await audited('send_back')).toMatchObject({ subject: `campaign ${id} (sms)` })
        expect(await detail(id)).toMatchObject({ cancelled_as: 'sent_back', review_comment: COMMENT })

        expect(await turnsOf('admin')).toEqual([])
        expect(await turnsOf('viewer')).toMatchObject([
          { id, turn: 'redraft', review_comment: COMMENT, is_in_view: true },
        ])
        expect((await move('redraft-campaign', id, 'admin')).json()).toMatchObject({ code: 'not_author' })
        for (let twice = 0; twice < 2; twice++) {
          const answer = redraftCampaign.reply.parse((await move('redraft-campaign', id, 'viewer')).json())
          expect(answer).toMatchObject({
            campaign_name: 'Autumn',
            benefit_name: 'pension_credit',
            channel_name: 'sms',
            stagger: 3,
            lawful_basis: 'consent',
            hold_out_percentage: 0,
            sms_template_id: expect.any(Number) as number,
          })
          expect(answer.filters.map((row) => [row.filter_name, row.filter_value])).toEqual([
            ['tenure', { name: 'council_rent', display_name: 'Rented from the council' }],
            ['tenure', { name: 'private_rent', display_name: 'Private rent' }],
            ['household_references', { name: 'A-1', display_name: 'A-1' }],
            ['household_references', { name: 'A-2', display_name: 'A-2' }],
          ])
        }
        expect(await turnsOf('viewer')).toEqual([])
      })
    })

    describe('waits for super administrators', () => {
      test('in one queue over all organisations, longest first, and for nobody else', async () => {
        const first = await prepared({ campaign_name: 'First' })
        const second = await prepared({ campaign_name: 'Second' })
        await move('review-campaign', first)
        await move('run-reviewed-campaign', first)
        const third = await prepared({ campaign_name: 'Third' })
        await move('review-campaign', third)
        const seen = async (organisation: 'ashford' | 'brynmor') =>
          (await turnsOf('staff', organisation)).map(({ id, turn, is_in_view }) => [id, turn, is_in_view])
        expect(await seen('brynmor')).toEqual([
          [second, 'review', false],
          [third, 'send', false],
        ])
        await move('pause-campaign', first)
        expect((await seen('ashford')).toSorted()).toEqual(
          [
            [second, 'review', true],
            [third, 'send', true],
            [first, 'resume', true],
          ].toSorted(),
        )
        expect((await turnsOf('staff', 'brynmor'))[0]).toMatchObject({
          organisation: 'Ashford Council',
          name: 'Second',
          number_of_recipients: 2,
          is_rounded: false,
        })
        for (const person of ['viewer', 'admin', 'other'] as const) expect(await turnsOf(person)).toEqual([])
        const asViewer = await as('staff', 'ashford')
        await asViewer.post('/api/view-as', { role_name: 'Viewer', display_name: null })
        expect((await asViewer.get('/api/whose-turn')).json()).toEqual([])
      })
    })
  })
})
