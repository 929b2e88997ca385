import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getReceivedTexts } from '../../src/contract/campaigns/receivedTexts'
import { contacts, doNotContactMarks, receivedTexts, recipients } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { erasuresSettled, rightsTools } from './harness/rights'
import { createRunningCampaign, KEY, SMS_TEMPLATE } from './harness/sending'
import { notRepeated, onEachEngine } from './harness/server'

const SHARED = 'the token of the operator'
const OWN = 'the token of Brynmôr alone'
const SETTINGS = {
  NODE_ENV: 'production',
  NOTIFY_CALLBACK_TOKEN: SHARED,
  DOORSTEP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
}
const ACCOUNT = {
  notify_key: KEY,
  sms_template_id: SMS_TEMPLATE,
  sms_sender_id: null,
  callback_token: OWN,
  messages_a_minute: null,
  texts_a_day: null,
  letters_a_day: null,
}
/** As GOV.UK Notify writes them. */
const EDNA = '447700900123'
const NEIGHBOUR = '447700900222'
const STRANGER = '447700900999'

/* docs/product.md#texts-that-come-in */
onEachEngine('Texts that come in', SETTINGS, (server) => {
  const tools = campaignTools(server)
  const { as, audited, detail, prepared, rowsOf } = tools
  const { fileOf, exported } = rightsTools(server)
  const asSystem: ReturnType<typeof server>['services']['database']['asSystem'] = (work) =>
    server().services.database.asSystem(work)

  beforeAll(async () => {
    await tools.prepareHouseholds()
    // With an account of its own, Brynmôr leaves the shared one to Ashford.
    await (
      await as('other', 'brynmor')
    ).post('/api/set-sending-settings', {
      notify_key: KEY,
      sms_template_id: SMS_TEMPLATE,
      sms_sender_id: null,
      callback_token: OWN,
      messages_a_minute: null,
      texts_a_day: null,
      letters_a_day: null,
    })
  })
  beforeEach(async () => {
    await tools.reset()
    await asSystem(async (tx) => {
      await tx.delete(receivedTexts)
      await tx.delete(doNotContactMarks)
    })
  })

  const text = (message: string, source_number = EDNA) => ({
    id: crypto.randomUUID(),
    source_number,
    destination_number: '07860039040',
    message,
    date_received: '2026-11-20T10:15:30.123456Z',
  })
  const send = async (body: object, token: string = SHARED) => {
    const answer = await server().app.inject({
      method: 'POST',
      url: '/api/notify-received-text',
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
    return [answer.statusCode, answer.json<{ taken?: boolean; code?: string }>().taken]
  }
  const listed = async (view = 'open', organisation: 'ashford' | 'brynmor' = 'ashford') => {
    const person = await as(organisation === 'ashford' ? 'viewer' : 'other', organisation)
    return getReceivedTexts.reply.parse((await person.get(`/api/received-texts?view=${view}`)).json()).texts
  }
  const referencesOf = (texts: Awaited<ReturnType<typeof listed>>) =>
    texts.map(({ households }) => households.map((one) => one.household_reference))
  const marked = async () =>
    (await asSystem((tx) => tx.select().from(doNotContactMarks)))
      .map(({ householdReference, number, reason }) => [householdReference ?? number, reason])
      .toSorted()

  notRepeated(() => {
    test('stand in Replies with the households of their number, until somebody has dealt with them', async () => {
      const asked = text('Is this real?\nI am on a pension')
      expect(await send(asked)).toEqual([200, true])
      expect(await listed()).toMatchObject([
        {
          id: asked.id,
          number: '+447700900123',
          message: asked.message,
          received_at: '2026-11-20T10:15:30.123Z',
          is_stop: false,
          done: null,
          household_count: 3,
          households: [{ household_reference: 'A-1', name: 'Mrs Edna Ashworth', messages: [] }, {}],
        },
      ])
      expect([await marked(), await listed('open', 'brynmor')]).toEqual([[], []])
      const viewer = await as('viewer')
      const note = async (is_done: boolean) =>
        (await viewer.post('/api/note-received-text', { id: asked.id, is_done })).statusCode
      expect([await note(true), await note(true), (await listed()).length]).toEqual([200, 200, 0])
      expect(await listed('done')).toMatchObject([{ id: asked.id, done: { by: 'viewer@ashford.example' } }])
      expect([await note(false), (await listed()).length]).toEqual([200, 1])
      const theirs = await as('other', 'brynmor')
      expect((await theirs.post('/api/note-received-text', { id: asked.id, is_done: true })).statusCode).toBe(404)
      // A reply that is recorded from it deals with it, too.
      await viewer.post('/api/record-reply', {
        household_reference: 'A-1',
        reply: 'wants_help',
        received_text: asked.id,
      })
      expect([await listed(), (await listed('done')).length]).toEqual([[], 1])
      expect(server().log.join('')).not.toMatch(/900123|pension\b|A-1/)
    })

    test('name first the households of their number that were written to', async () => {
      await send(text('Is this real?'))
      const [before = []] = referencesOf(await listed())
      const all = (await asSystem((tx) => tx.select().from(receivedTexts)))[0]?.householdReferences ?? []
      const last = all.find((reference) => !before.includes(reference)) ?? ''
      const { campaignId } = await createRunningCampaign(server().services.database, server().seed.ashford.id, [
        '+447700900123',
      ])
      const sent = { householdReference: last, sentAt: new Date('2026-11-02'), state: 'delivered' } as const
      await asSystem((tx) => tx.update(recipients).set(sent).where(eq(recipients.campaignId, campaignId)))
      expect(referencesOf(await listed())).toEqual([[last, before[0]]])
    })

    test('STOP marks the number and all its households at once, and leaves them out of campaigns under way', async () => {
      const waiting = await prepared()
      expect((await rowsOf(waiting))[0]).toMatchObject({ householdReference: 'A-1', state: 'prepared' })
      await asSystem((tx) =>
        tx.update(recipients).set({ sentAt: new Date('2026-11-02T09:30:00Z'), state: 'delivered' }),
      )
      const next = await prepared({ campaign_name: 'Winter' })
      expect(await send(text(' Stop. '))).toEqual([200, true])
      expect(await marked()).toEqual([
        ['7700900123', 'objection'],
        ['A-1', 'objection'],
        ['A-4', 'objection'],
        ['A-5', 'objection'],
      ])
      expect((await rowsOf(next))[0]).toMatchObject({ householdReference: 'A-1', state: 'removed' })
      expect((await detail(waiting)).replies).toEqual([{ reply: 'stop', households: 1 }])
      expect(await listed('done')).toMatchObject([{ is_stop: true, done: { by: 'GOV.UK Notify' } }])
      expect(await audited('do_not_contact')).toMatchObject({ actorEmail: 'GOV.UK Notify', quantity: 3 })
      // Who gets that number next month must not be texted either.
      await addContacts(server(), 'ashford', [exampleContact('A-7', { mobile: '+44 (0)7700 900 123' })])
      const admin = await as('admin')
      const { marks } = (await admin.post('/api/household-file', { household_reference: 'A-7' })).json<{
        marks: object[]
      }>()
      expect(marks).toMatchObject([{ of: 'number', reason: 'objection' }])
    })

    test('of a number that is nobody’s are kept, and STOP holds for it', async () => {
      expect(await send(text('Who are you?', STRANGER))).toEqual([200, true])
      expect(await send(text('STOP', STRANGER))).toEqual([200, true])
      expect(referencesOf(await listed())).toEqual([[]])
      expect(await marked()).toEqual([['7700900999', 'objection']])
      // No mark can be made of this one: a person reads it.
      expect(await send(text('STOP', '60006'))).toEqual([200, true])
      expect((await listed()).find(({ number }) => number === '60006')).toMatchObject({ is_stop: false })
    })
  })

  test('are taken once for each of Notify’s ids in an organisation, also when they come at once', async () => {
    const stop = text('STOP')
    const answers = await Promise.all([send(stop), send(stop), send({ ...stop, message: 'Hello' })])
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200])
    expect(answers.filter(([, taken]) => taken)).toHaveLength(1)
    expect((await listed()).length + (await listed('done')).length).toBe(1)
    expect(await send(stop, OWN)).toEqual([200, true])
  })

  notRepeated(() => {
    test('come with the token of an account, to its organisation alone', async () => {
      expect((await send(text('Hello'), 'another bearer token'))[0]).toBe(401)
      expect((await send({ nonsense: true }, 'another bearer token'))[0]).toBe(401)
      expect(await send(text('STOP'), OWN)).toEqual([200, true])
      expect(await marked()).toEqual([
        ['7700900123', 'objection'],
        ['B-1', 'objection'],
      ])
      expect([(await listed('done')).length, referencesOf(await listed('done', 'brynmor'))]).toEqual([0, [['B-1']]])
    })

    test('to an account that several share go to who wrote to the number last, STOP to everybody who did', async () => {
      const other = await as('other', 'brynmor')
      await other.post('/api/remove-sending-settings', {})
      expect(await send(text('Hello'))).toEqual([200, false])
      expect(server().log.join('')).toContain('A text came in that no organisation wrote for.')
      expect([await listed(), await listed('open', 'brynmor')]).toEqual([[], []])
      const { seed, services } = server()
      for (const [organisation, day] of [
        [seed.brynmor, '2026-11-01'],
        [seed.ashford, '2026-11-02'],
      ] as const) {
        const { campaignId } = await createRunningCampaign(services.database, organisation.id, ['+447700900123'])
        const sent = { sentAt: new Date(day), state: 'delivered' } as const
        await asSystem((tx) => tx.update(recipients).set(sent).where(eq(recipients.campaignId, campaignId)))
      }
      await send(text('Hello'))
      expect([(await listed()).length, await listed('open', 'brynmor')]).toEqual([1, []])
      await send(text('STOP'))
      expect([(await listed('done')).length, (await listed('done', 'brynmor')).length]).toEqual([1, 1])
      await other.post('/api/set-sending-settings', ACCOUNT)
    })

    test('keep line breaks, lose what cannot be shown, and end after 2,000 characters', async () => {
      await send(text('a\u0000b\nc\u202Ed\ud800'))
      await send(text('💩'.repeat(2_500)))
      const messages = (await listed()).map(({ message }) => message)
      expect(messages.toSorted()).toEqual(['a b\nc d', `${'💩'.repeat(2_000)} …`])
      expect((await send(text('x'.repeat(40_001))))[0]).toBe(422)
      for (const date_received of ['yesterday', '0000-01-01T00:00:00Z'])
        expect((await send({ ...text('x'), date_received }))[0]).toBe(422)
    })

    test('are found for subject access, and go with the household, but for those that another has too', async () => {
      await send(text('I moved <here>'))
      await send(text('Two doors down', NEIGHBOUR))
      await send(text('Early', STRANGER))
      await addContacts(server(), 'ashford', [exampleContact('A-7', { mobile: '07700 900999' })])
      expect((await fileOf('A-1')).texts).toMatchObject([{ message: 'I moved <here>', household_count: 3 }])
      expect((await fileOf('A-7')).texts).toMatchObject([{ message: 'Early', household_count: 0 }])
      // Its number has gone to somebody else since, who is told nothing of it.
      await asSystem((tx) => tx.delete(contacts))
      await addContacts(server(), 'ashford', [
        exampleContact('A-3', { mobile: '07700 900222' }),
        exampleContact('A-7', { mobile: '07700 900999' }),
      ])
      expect([(await fileOf('A-2')).texts, (await fileOf('A-3')).texts]).toMatchObject([
        [{ message: 'Two doors down' }],
        [],
      ])
      expect((await exported('A-1', 'json')).body).toContain('I moved <here>')
      const admin = await callAs(server(), 'admin')
      for (const reference of ['A-1', 'A-2', 'A-7']) {
        await admin.post('/api/erase-household', { household_reference: reference })
      }
      await erasuresSettled(server())
      const left = await asSystem((tx) => tx.select().from(receivedTexts))
      expect(left.map(({ message, householdReferences }) => [message, householdReferences])).toEqual([
        ['I moved <here>', ['A-4', 'A-5']],
      ])
    })
  })
})
