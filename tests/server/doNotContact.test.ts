import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { NotifyClient } from '../../src/server/clients/notify'
import { contacts, doNotContactMarks } from '../../src/server/db/schema'
import { replaceContacts } from '../../src/server/modules/households/contacts/replaceContacts'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { sendingTools, testClock } from './harness/sending'
import { onEachEngine } from './harness/server'

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEachEngine('Do-not-contact', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, detail, prepared, move, rowsOf, audited, waterfall } = tools
  const { sender, sendAll } = sendingTools(server)
  beforeAll(tools.prepareHouseholds)
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem((tx) => tx.delete(doNotContactMarks))
  })

  const mark = async (body: object) => (await as('admin')).post('/api/do-not-contact', body)
  const running = async () => {
    const id = await prepared()
    await move('review-campaign', id)
    await move('run-reviewed-campaign', id)
    return { id, work: { campaignId: id, organisationId: server().seed.ashford.id } }
  }
  /** Keeps who was sent to. */
  const provider = (meanwhile: () => Promise<unknown> = async () => {}) => {
    const sent: string[] = []
    const client: NotifyClient = {
      sendText: async ({ to }) => {
        await meanwhile()
        sent.push(to)
        return { kind: 'accepted', id: crypto.randomUUID() }
      },
      sendLetter: async () => ({ kind: 'accepted', id: crypto.randomUUID() }),
      findByReference: async () => ({ kind: 'absent' }),
      findById: async () => ({ kind: 'absent' }),
      checkTemplate: async () => ({ kind: 'works' }),
    }
    return { sent, client }
  }

  test('a mark leaves the count of a draft, a list under review and a run at once', async () => {
    const reviewed = await prepared()
    const { id, work } = await running()
    expect((await waterfall()).slice(2)).toEqual([3, 2, 2])
    const answer = await mark({ household_reference: 'A-1', reason: 'objection' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { left_out: 2 }])
    expect((await waterfall()).slice(2)).toEqual([3, 1, 1])
    for (const campaign of [reviewed, id]) {
      expect(await detail(campaign)).toMatchObject({ number_of_recipients: 1, recipients: { prepared: 1, removed: 1 } })
      expect((await rowsOf(campaign))[0]).toMatchObject({
        reason: 'It is marked do-not-contact.',
        destination: null,
        personalisation: null,
      })
    }
    const { sent, client } = provider()
    const clock = testClock()
    await sendAll(sender(client, { clock }), work, clock)
    expect(sent).toEqual(['+447700900222'])
    expect(await audited('do_not_contact')).toMatchObject({ subject: 'objection', quantity: 1 })
    expect(JSON.stringify(await audited('do_not_contact'))).not.toContain('A-1')
  })

  test('is told to every role as the fact alone: neither which mark it is, nor since when', async () => {
    const viewer = await as('viewer')
    const one = selected({}, { household_references: ['A-1'] })
    const answers: unknown[] = []
    for (const reason of ['objection', 'deceased', 'moved', 'safeguarding']) {
      await tools.reset()
      await server().services.database.asSystem((tx) => tx.delete(doNotContactMarks))
      const id = await prepared({ benefit_name: 'custom' }, one)
      await mark({ household_reference: 'A-1', reason })
      const recipients = await viewer.get(`/api/campaign-recipients?campaign_id=${id}`)
      expect(recipients.json()).toMatchObject({
        recipients: [{ reason: 'It is marked do-not-contact.', updated_at: null }],
      })
      const asked = [
        recipients,
        await tools.count({ benefit_name: 'custom' }, one),
        await viewer.post('/api/visit-round', { ...selected(), hours: 4 }),
        await viewer.post('/api/household-card', { ...one, household_reference: 'A-1' }),
        await viewer.post('/api/find-replying', { written: 'A-1' }),
      ]
      answers.push(asked.map(({ statusCode, body }) => [statusCode, body.replaceAll(/"(message|code)":"[^"]*"/g, '')]))
      const changed = await (await as('admin')).get(`/api/campaign-recipients?campaign_id=${id}`)
      expect(changed.body).toMatch(/"updated_at":"\d/)
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
  })

  test('a household that the sender has claimed meanwhile keeps what came of its message', async () => {
    const { id, work } = await running()
    const marks = () => mark({ household_reference: 'A-1', reason: 'objection' })
    const { sent, client } = provider(marks)
    const clock = testClock()
    await sendAll(sender(client, { clock }), work, clock)
    expect(sent.toSorted()).toEqual(['+447700900123', '+447700900222'])
    expect((await rowsOf(id)).slice(0, 2).map(({ state, sentAt }) => [state, sentAt !== null])).toEqual([
      ['sending', true],
      ['sending', true],
    ])
  })

  test('the sender asks for marks itself when it claims', async () => {
    const { id, work } = await running()
    const { ashford } = server().seed
    await server().services.database.asSystem((tx) =>
      tx
        .insert(doNotContactMarks)
        .values({ organisationId: ashford.id, householdReference: 'A-1', reason: 'deceased', markedBy: 'x' }),
    )
    const { sent, client } = provider()
    const clock = testClock()
    await sendAll(sender(client, { clock }), work, clock)
    expect(sent).toEqual(['+447700900222'])
    expect(await detail(id)).toMatchObject({ status: 'Complete', recipients: { removed: 1 } })
  })

  test('a mark outlasts the next month, by reference and by number however it is written', async () => {
    await mark({ household_reference: 'A-1', reason: 'moved' })
    expect((await mark({ number: '+44 (0)7700 900 222', reason: 'objection' })).statusCode).toBe(200)
    const { ashford } = server().seed
    await server().services.database.asSystem(async (tx) => {
      const rows = await tx.select().from(contacts).where(eq(contacts.organisationId, ashford.id))
      const text = (of: (row: (typeof rows)[number]) => string) => rows.map(of)
      const texts = [
        text((row) => row.householdReference),
        ...Array.from({ length: 3 }, () => text(() => 'x')),
        text(() => '1 Harbour Street'),
        text(() => ''),
        text(() => 'Ashford'),
        text(() => 'ZE9 1AA'),
        text((row) => (row.householdReference === 'A-3' ? '07700900222' : '07700900001')),
        text(() => 'en'),
      ]
      await replaceContacts(
        tx,
        ashford.id,
        (async function* () {
          yield { texts, doNotContact: rows.map(() => false) }
        })(),
      )
    })
    // A-1 by its reference, A-2 by the word that it gave with its number before, A-3 by the number.
    expect((await waterfall()).slice(2)).toEqual([5, 2, 2])
  })

  test('a wrong number takes no texts, and its household still gets letters', async () => {
    const { id } = await running()
    expect((await mark({ household_reference: 'A-1', reason: 'wrong_number' })).json()).toEqual({ left_out: 1 })
    expect((await rowsOf(id))[0]).toMatchObject({ state: 'removed' })
    // A-4 has the same number.
    expect((await waterfall()).slice(2)).toEqual([1, 1, 1])
    expect((await waterfall({ channel_name: 'print_and_post' })).slice(2)).toEqual([3, 2, 2])
    const refused = await mark({ household_reference: 'A-3', reason: 'wrong_number' })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'no_number' }])
    expect((await mark({ number: '0161 496 0000', reason: 'wrong_number' })).statusCode).toBe(422)
    expect((await mark({ household_reference: 'A-1', number: '07700900123', reason: 'moved' })).statusCode).toBe(422)
  })

  test('a number that GOV.UK Notify finds dead takes no texts, and its household still gets letters', async () => {
    const { id, work } = await running()
    const { client } = provider()
    const clock = testClock()
    await sendAll(sender(client, { clock }), work, clock)
    const [row] = await rowsOf(id)
    const receipt = { id: row?.providerId ?? '', reference: row?.reference, status: 'permanent-failure' }
    expect(await server().services.sending.receive(receipt, {})).toBe(true)
    expect(await server().services.sending.receive(receipt, {})).toBe(false)
    // A-4 has the same number as A-1.
    expect((await waterfall()).slice(2, 3)).toEqual([1])
    expect((await waterfall({ channel_name: 'print_and_post' })).slice(2, 4)).toEqual([3, 2])
    expect(await audited('do_not_contact')).toMatchObject({
      subject: 'wrong number',
      quantity: 1,
      actorEmail: 'GOV.UK Notify',
    })
  })

  test('a dead number does not take the place of an objection', async () => {
    const { id, work } = await running()
    const { client } = provider()
    const clock = testClock()
    await sendAll(sender(client, { clock }), work, clock)
    await mark({ number: '07700 900123', reason: 'objection' })
    const [row] = await rowsOf(id)
    const receipt = { id: row?.providerId ?? '', reference: row?.reference, status: 'permanent-failure' }
    expect(await server().services.sending.receive(receipt, {})).toBe(true)
    expect((await waterfall({ channel_name: 'print_and_post' })).slice(2, 4)).toEqual([3, 1])
  })

  test('the marks of one organisation are of no other', async () => {
    const other = await as('other', 'brynmor')
    const answer = await other.post('/api/do-not-contact', { household_reference: 'A-1', reason: 'objection' })
    expect(answer.statusCode).toBe(200)
    expect((await waterfall()).slice(2)).toEqual([3, 2, 2])
  })
})
