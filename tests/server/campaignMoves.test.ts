import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, contacts, householdLooks, recipients, snapshots } from '../../src/server/db/schema'
import type { HandoverResult, LookUp, NotifyClient } from '../../src/server/clients/notify'
import { campaignTools } from './harness/campaigns'
import { sendingTools, testClock } from './harness/sending'
import { notRepeated, onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const MOVES = [
  'review-campaign',
  'run-reviewed-campaign',
  'cancel-campaign',
  'archive-campaign',
  'resume-campaign',
  'send-missed-recipients',
]

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEachEngine('Moving a campaign', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, request, detail, prepared, move, changeContact, rowsOf, audited } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(tools.reset)

  describe('review and run', () => {
    test('go once, in order, and are idempotent', async () => {
      const id = await prepared()
      expect(await (await move('run-reviewed-campaign', id)).json()).toMatchObject({
        detail: 'This campaign has not been reviewed yet. Review its list first.',
      })
      for (let twice = 0; twice < 2; twice++) {
        expect((await move('review-campaign', id)).json()).toMatchObject({ reviewed: true, status: 'sent to api' })
      }
      expect(await audited('review')).toMatchObject({ quantity: 2, actorEmail: 'staff@provider.example' })
      expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ started: true, phase: 'sending' })
      expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ started: false, phase: 'sending' })
      const runs = await server().services.database.asSystem((tx) =>
        tx.select().from(auditEntries).where(eq(auditEntries.action, 'run')),
      )
      expect(runs.filter(({ subject }) => subject === `campaign ${id} (sms)`)).toMatchObject([{ quantity: 2 }])
      const refused = await move('archive-campaign', id)
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { detail: 'This campaign is being sent.' }])
    })

    test('remove households that the run may not reach any more, and say how many before', async () => {
      const id = await prepared()
      await move('review-campaign', id)
      expect((await detail(id)).removed_since_review).toBe(0)
      await changeContact('A-2', { mobile: '' })
      expect((await detail(id)).removed_since_review).toBe(1)
      expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ started: true, number_of_recipients: 1 })
      expect(await detail(id)).toMatchObject({ removed_since_review: 1, recipients: { prepared: 1, removed: 1 } })
      expect((await rowsOf(id))[1]).toMatchObject({
        reason: 'Its contact details changed since it was prepared.',
        destination: null,
        personalisation: null,
      })
    })

    test('remove households that claim in a newer snapshot, and say so before', async () => {
      const id = await prepared()
      await move('review-campaign', id)
      await importHouseholds(
        server(),
        'ashford',
        [
          { household_reference: 'A-1', pension_credit: 'claiming' },
          { household_reference: 'A-2', pension_credit: 'eligible_not_claiming' },
        ],
        '2026-11-01',
      )
      try {
        const reason = 'It claims Pension Credit already, by the snapshot of November 2026.'
        const removals = [{ reason, households: 1 }]
        expect(await detail(id)).toMatchObject({ removed_since_review: 1, removals })
        expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ number_of_recipients: 1 })
        expect((await rowsOf(id)).map((row) => [row.state, row.reason])).toEqual([
          ['removed', reason],
          ['prepared', null],
        ])
        expect(await detail(id)).toMatchObject({ removed_since_review: 1, removals })
      } finally {
        await server().services.database.asSystem((tx) => tx.delete(snapshots).where(eq(snapshots.month, '2026-11-01')))
      }
    })

    test('stop when nobody is left', async () => {
      const id = await prepared()
      await move('review-campaign', id)
      await changeContact('A-1', { mobile: '' })
      await server().services.database.asSystem((tx) =>
        tx.delete(contacts).where(eq(contacts.householdReference, 'A-2')),
      )
      const answer = await move('run-reviewed-campaign', id)
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'nobody_left' }])
      expect(await detail(id)).toMatchObject({ phase: 'prepared', recipients: { prepared: 2 } })
    })

    test('refuse a list that is not the one that was frozen', async () => {
      const id = await prepared()
      await move('review-campaign', id)
      await server().services.database.asSystem((tx) =>
        tx.delete(recipients).where(eq(recipients.householdReference, 'A-2')),
      )
      expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ code: 'list_changed' })
    })

    test('give the list to review, audited, to super administrators, as a CSV that no spreadsheet runs', async () => {
      const id = await prepared({ campaign_name: '=Autumn' })
      await server().services.database.asSystem((tx) =>
        tx.update(recipients).set({ householdReference: '@A-1' }).where(eq(recipients.householdReference, 'A-1')),
      )
      const staff = await as('staff', 'ashford')
      const list = await staff.get(`/api/campaign-review-list?campaign_id=${id}`)
      expect(list.headers['content-disposition']).toBe(`attachment; filename="campaign-${id}-review.csv"`)
      expect(list.body.split('\r\n').slice(0, 2)).toEqual([
        '\uFEFFcampaign,household_reference,status,reason,mobile,message',
        `'=Autumn,'@A-1,prepared,,+447700900123,"Dear Edna, you may be owed Pension Credit. Call Ashford Council."`,
      ])
      expect(await audited('export')).toMatchObject({ quantity: 2, subject: `review list of campaign ${id}` })
      const looks = await server().services.database.asSystem((tx) => tx.select().from(householdLooks))
      const ofList = looks.filter(({ place }) => place === `campaign ${id}`)
      expect(ofList.map(({ householdReference }) => householdReference).toSorted()).toEqual(['@A-1', 'A-2'])
      expect((await (await as('admin')).get(`/api/campaign-review-list?campaign_id=${id}`)).statusCode).toBe(403)
    })
  })

  test('cancel and archive move as decided, and forget the households', async () => {
    const id = await prepared()
    const early = await move('archive-campaign', id)
    expect([early.statusCode, early.json()]).toMatchObject([
      409,
      { detail: 'This campaign has not been sent yet. Its status is sent to api.' },
    ])
    expect((await move('cancel-campaign', id)).json()).toMatchObject({ status: 'cancelled', phase: 'finished' })
    expect(await audited('cancel')).toMatchObject({ quantity: 2 })
    expect((await rowsOf(id)).map(({ destination, personalisation }) => [destination, personalisation])).toEqual([
      [null, null],
      [null, null],
    ])
    for (const name of ['review-campaign', 'run-reviewed-campaign', 'cancel-campaign']) {
      const answer = await move(name, id)
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { detail: 'This campaign is cancelled.' }])
    }
    expect((await move('archive-campaign', id)).json()).toMatchObject({ status: 'archived' })
    expect((await move('archive-campaign', id)).statusCode).toBe(409)
  })

  test('that race end in one way, with what belongs to it alone', async () => {
    const race = ['review', 'run-reviewed', 'cancel', 'review', 'run-reviewed', 'archive', 'cancel', 'run-reviewed']
    // Each of them comes first once.
    for (const first of [...new Set(race)].map((name) => race.indexOf(name))) {
      await tools.reset()
      const id = await prepared()
      const order = [...race.slice(first), ...race.slice(0, first)]
      const answers = await Promise.all(
        order.map(async (name) => ({ name, answer: await move(`${name}-campaign`, id) })),
      )
      for (const { answer } of answers) expect([200, 409]).toContain(answer.statusCode)
      const succeeded = (name: string) =>
        answers.filter((one) => one.name === name && one.answer.statusCode === 200).map(({ answer }) => answer.body)
      const started = succeeded('run-reviewed').filter((body) => body.includes('"started":true')).length
      const cancelled = succeeded('cancel').length
      const { status, phase } = await detail(id)
      const state = JSON.stringify({ order, status, phase, started, cancelled })
      expect(phase, state).toBe(cancelled ? 'finished' : started ? 'sending' : 'prepared')
      const kept = (await rowsOf(id)).filter(({ destination }) => destination !== null)
      expect(kept, state).toHaveLength(cancelled ? 0 : 2)
      const entries = await server().services.database.asSystem((tx) =>
        tx
          .select()
          .from(auditEntries)
          .where(eq(auditEntries.subject, `campaign ${id} (sms)`)),
      )
      const count = (action: string) => entries.filter((entry) => entry.action === action).length
      expect([count('run'), count('cancel')], state).toEqual([started, cancelled])
    }
  })

  test('resume and sending the missed ones reach those alone', async () => {
    const id = await prepared()
    await move('review-campaign', id)
    expect((await move('resume-campaign', id)).statusCode).toBe(409)
    await move('run-reviewed-campaign', id)
    const { campaigns: service, database } = server().services
    const { ashford } = server().seed
    expect(
      await database.forOrganisation(ashford.id, (tx) => service.sendingMoves.pause(tx, id, 'Too many failed.')),
    ).toBe(true)
    expect(await detail(id)).toMatchObject({ phase: 'paused', problem: 'Too many failed.' })
    expect((await move('archive-campaign', id)).json()).toMatchObject({
      detail: 'This campaign is paused. Its page says why, and it can be resumed there.',
    })
    expect((await move('resume-campaign', id)).json()).toMatchObject({ phase: 'sending' })
    expect((await move('send-missed-recipients', id)).statusCode).toBe(409)
    const finish = (state: 'technical_failure' | 'delivered', sentAt: Date | null) =>
      database.forOrganisation(ashford.id, async (tx) => {
        await tx
          .update(recipients)
          .set({ state: 'delivered', sentAt: new Date() })
          .where(eq(recipients.householdReference, 'A-1'))
        await tx.update(recipients).set({ state, sentAt }).where(eq(recipients.householdReference, 'A-2'))
        return service.sendingMoves.completeIfSent(tx, id)
      })
    expect(await finish('technical_failure', null)).toBe(true)
    const { date_sent, ...sent } = await detail(id)
    expect(sent).toMatchObject({ status: 'Complete', missed_count: 1 })
    expect(date_sent).not.toBeNull()
    const before = (await rowsOf(id)).map(({ reference }) => reference)
    expect((await move('send-missed-recipients', id)).json()).toMatchObject({
      recipients: 1,
      phase: 'sending',
      date_sent,
    })
    const after = await rowsOf(id)
    expect(after.map(({ state }) => state)).toEqual(['delivered', 'prepared'])
    expect(after.map(({ reference }, index) => reference === before[index])).toEqual([true, false])
    expect(await finish('delivered', new Date())).toBe(true)
    // The campaign was sent when it was first sent, whatever was sent after it: its report closes six months from then.
    expect(await detail(id)).toMatchObject({ status: 'Complete', date_sent })
    expect((await move('send-missed-recipients', id)).json()).toMatchObject({ code: 'none_missed' })
  })

  describe('a household that may not be reached any more when its turn comes', () => {
    const { sender, sendAll } = sendingTools(server)
    /** A provider that keeps who was sent to, and does to each call what a test says. */
    const provider = (
      answers: { hand?: (to: string) => HandoverResult; look?: (reference: string) => LookUp | false } = {},
    ) => {
      const sent: string[] = []
      const hand = (to: string): HandoverResult => {
        const answer = answers.hand?.(to) ?? { kind: 'accepted', id: crypto.randomUUID() }
        if (answer.kind === 'accepted') sent.push(to)
        return answer
      }
      const client: NotifyClient = {
        sendText: async ({ to }) => hand(to),
        sendLetter: async () => hand('a letter'),
        findByReference: async (reference) => answers.look?.(reference) || { kind: 'absent' },
        findById: async () => ({ kind: 'absent' }),
        checkTemplate: async () => ({ kind: 'works' }),
      }
      return { sent, client }
    }
    const running = async () => {
      const id = await prepared()
      await move('review-campaign', id)
      await move('run-reviewed-campaign', id)
      return { id, work: { campaignId: id, organisationId: server().seed.ashford.id } }
    }
    test('is taken out of a run that has begun, and of the missed ones that are sent to again', async () => {
      const { id, work } = await running()
      const { sent, client } = provider()
      const clock = testClock()
      await changeContact('A-1', { doNotContact: true })
      await sendAll(sender(client, { clock }), work, clock)
      expect(sent).toEqual(['+447700900222'])
      expect(await detail(id)).toMatchObject({
        status: 'Complete',
        number_of_recipients: 1,
        removed_since_review: 1,
        recipients: { sending: 1, removed: 1 },
      })
      expect((await rowsOf(id))[0]).toMatchObject({
        reason: 'It is marked do-not-contact.',
        destination: null,
        personalisation: null,
        contactDigest: null,
      })

      await server().services.database.asSystem((tx) =>
        tx.update(recipients).set({ state: 'temporary_failure' }).where(eq(recipients.householdReference, 'A-2')),
      )
      await changeContact('A-2', { mobile: '07700 900333' })
      expect((await move('send-missed-recipients', id)).json()).toMatchObject({ recipients: 1 })
      await sendAll(sender(client, { clock }), work, clock)
      expect(sent).toHaveLength(1)
      expect(await detail(id)).toMatchObject({
        status: 'Complete',
        missed_count: 0,
        number_of_recipients: 0,
        removed_since_review: 2,
        recipients: { removed: 2 },
      })
    })

    test('is not sent to after a pause in the middle of an attempt, unless the provider has the message already', async () => {
      const { id, work } = await running()
      const clock = testClock()
      const unsure = { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false } as const
      await sender(provider({ hand: () => unsure }).client, { clock }).slice(work)
      await move('pause-campaign', id)
      expect(await detail(id)).toMatchObject({ phase: 'paused', recipients: { sending: 2 } })
      for (const household of ['A-1', 'A-2']) await changeContact(household, { doNotContact: true })
      expect((await move('resume-campaign', id)).statusCode).toBe(200)
      const second = (await rowsOf(id))[1]?.reference
      const { sent, client } = provider({
        look: (reference) => reference === second && { kind: 'found', id: crypto.randomUUID(), status: 'sending' },
      })
      await clock.wait(60_000)
      await sendAll(sender(client, { clock }), work, clock)
      expect(sent).toEqual([])
      expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['removed', 'sending'])
      expect(await detail(id)).toMatchObject({ status: 'Complete', number_of_recipients: 1, removed_since_review: 1 })
    })
  })

  notRepeated(() => {
    describe('who may', () => {
      test.each(['viewer', 'admin'] as const)(
        'a %s may not review, run, cancel, archive, resume or send the missed ones',
        async (person) => {
          const id = await prepared()
          for (const name of MOVES) {
            const answer = await move(name, id, person)
            expect([answer.statusCode, answer.json()]).toMatchObject([403, { detail: 'unauthorized' }])
          }
        },
      )

      test('an organisation without campaigns has none, but super administrators have', async () => {
        const urls = ['/api/all-campaigns', '/api/all-sms-templates', '/api/campaign?campaign_id=1']
        for (const url of urls) expect((await (await as('other')).get(url)).statusCode).toBe(403)
        expect((await (await as('other')).post('/api/add-campaign', request())).statusCode).toBe(403)
        expect((await (await as('staff', 'brynmor')).get('/api/all-campaigns')).statusCode).toBe(200)
      })

      test("another organisation's campaign does not exist", async () => {
        const id = await prepared()
        const staff = await as('staff', 'brynmor')
        for (const url of [
          `/api/campaign?campaign_id=${id}`,
          `/api/campaign-recipients?campaign_id=${id}`,
          `/api/campaign-review-list?campaign_id=${id}`,
        ]) {
          const answer = await staff.get(url)
          expect([answer.statusCode, answer.json()]).toMatchObject([404, { detail: 'Campaign not found' }])
        }
        for (const name of MOVES) {
          const answer = await staff.post(`/api/${name}?campaign_id=${id}`, '')
          expect([answer.statusCode, answer.json()]).toMatchObject([404, { detail: 'Campaign not found' }])
        }
        expect((await staff.get('/api/all-sms-templates')).json()).toMatchObject({
          sms_sender_id: 'Brynmor',
          sms_service_name: null,
          sms_template_information: [],
        })
        expect((await staff.get('/api/campaign?campaign_id=99999999999')).statusCode).toBe(422)
      })
    })

    test('nothing personal is in the log', async () => {
      await prepared()
      expect(server().log.join('')).not.toMatch(/Edna|Ashworth|7700900123|07700 900123|Harbour Street/)
    })
  })
})
