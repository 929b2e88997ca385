import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Channel } from '../../src/contract/households/channels'
import { campaigns, recipients } from '../../src/server/db/schema'
import { sendingTools } from './harness/sending'
import { onEachEngine } from './harness/server'

const TOKEN = 'the token that was agreed'
const ID = 'f33517ff-2a88-4f6e-b855-c550268ce08a'

onEachEngine('What Notify calls back with', { NODE_ENV: 'production', NOTIFY_CALLBACK_TOKEN: TOKEN }, (server) => {
  const { createRunningCampaign, rows } = sendingTools(server)
  beforeEach(() => server().services.database.asSystem((tx) => tx.delete(campaigns)))

  const call = async (body: object, authorization = `Bearer ${TOKEN}`) => {
    const headers = { 'content-type': 'application/json', authorization }
    const answer = await server().app.inject({
      method: 'POST',
      url: '/api/notify-callback',
      headers,
      payload: JSON.stringify(body),
    })
    return { status: answer.statusCode, body: answer.json<{ taken?: boolean; code?: string }>() }
  }
  /** A recipient whose message was handed over, and what Notify says of it. */
  const handedOver = async (channel: Channel = 'sms') => {
    const work = await createRunningCampaign(1, channel)
    const [row] = await rows(work)
    const reference = row?.reference ?? ''
    await change(reference, { state: 'sending', sentAt: new Date(), providerId: ID, attempts: 1 })
    const receipt = (status: string) => ({ id: ID, reference, status, to: '+447700900101' })
    return {
      reference,
      receipt,
      state: async () => (await rows(work))[0]?.state,
      row: async () => (await rows(work))[0],
    }
  }
  const change = (reference: string, values: Partial<typeof recipients.$inferInsert>) =>
    server().services.database.asSystem((tx) =>
      tx.update(recipients).set(values).where(eq(recipients.reference, reference)),
    )

  test.each([
    '',
    'Bearer',
    'Bearer wrong',
    `bearer ${TOKEN}`,
    `Bearer  ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Basic ${TOKEN}`,
    TOKEN,
  ])('with the authorisation %j is forged, and changes nothing', async (authorization) => {
    const { receipt, state } = await handedOver()
    const answer = await call(receipt('delivered'), authorization)
    expect([answer.status, answer.body.code, await state()]).toEqual([401, 'not_the_provider', 'sending'])
  })

  test('is not even read without the token', async () => {
    expect((await call({ nonsense: true }, 'Bearer wrong')).status).toBe(401)
    expect((await call({ nonsense: true })).status).toBe(422)
  })

  test.each([
    ['delivered', 'delivered'],
    ['temporary-failure', 'temporary_failure'],
    ['permanent-failure', 'permanent_failure'],
    ['technical-failure', 'technical_failure'],
    ['sending', 'sending'],
    ['created', 'sending'],
    ['something new', 'sending'],
  ])('%s makes it %s, however often it is said', async (status, state) => {
    const message = await handedOver()
    const isNews = state !== 'sending'
    expect([(await call(message.receipt(status))).body, (await call(message.receipt(status))).body]).toEqual([
      { taken: isNews },
      { taken: false },
    ])
    expect(await message.state()).toBe(state)
  })

  test.each([
    [['delivered', 'permanent-failure', 'sending', 'temporary-failure'], 'delivered'],
    [['permanent-failure', 'delivered'], 'permanent_failure'],
    [['technical-failure', 'delivered'], 'technical_failure'],
    [['temporary-failure', 'sending', 'delivered'], 'delivered'],
  ])('%j in this order leaves it %s', async (statuses, state) => {
    const message = await handedOver()
    for (const status of statuses) expect((await call(message.receipt(status))).status).toBe(200)
    expect(await message.state()).toBe(state)
  })

  test('many at once, two that disagree and some of nobody’s among them, are each judged by the rules', async () => {
    const messages = [await handedOver(), await handedOver(), await handedOver()]
    const nobodys = { id: ID, reference: '740e5834-3a29-46b4-9a6f-16142fde533a', status: 'delivered' }
    const answers = await Promise.all(
      messages.flatMap(({ receipt }) =>
        [receipt('temporary-failure'), receipt('delivered'), receipt('delivered'), nobodys].map((body) => call(body)),
      ),
    )
    expect(answers.map(({ body }) => body.taken)).toEqual(messages.flatMap(() => [true, true, false, false]))
    expect(await Promise.all(messages.map(({ state }) => state()))).toEqual(messages.map(() => 'delivered'))
  })

  test('a letter that came back was posted before, and has come back whatever is said later', async () => {
    const message = await handedOver()
    const returned = {
      notification_id: ID,
      reference: message.reference,
      date_sent: '2026-11-01T10:00:00Z',
      template_name: 'x',
    }
    await call(message.receipt('received'))
    expect([(await call(returned)).body, (await call(returned)).body]).toEqual([{ taken: true }, { taken: false }])
    await call(message.receipt('received'))
    expect(await message.state()).toBe('returned')
  })

  test('a message named by Notify’s own id alone is found, and by an index', async () => {
    const message = await handedOver()
    expect((await call({ id: ID, status: 'delivered' })).body).toEqual({ taken: true })
    expect(await message.state()).toBe('delivered')
    const plan = await server().services.database.asSystem(async (tx) => {
      // So few rows would be read whole.
      await tx.execute(sql`set local enable_seqscan = off`)
      return JSON.stringify(
        await tx.execute(
          sql`explain select 1 from recipients where reference = any(${sql.param([message.reference])}::uuid[]) or provider_id = any(${sql.param([ID])}::text[])`,
        ),
      )
    })
    expect(plan).toContain('recipients_provider')
    expect(plan).not.toContain('Seq Scan')
  })

  test('what comes before the answer to our own call says that the message was taken', async () => {
    const message = await handedOver()
    await change(message.reference, { sentAt: null, providerId: null, nextAttemptAt: new Date(0) })
    expect((await call(message.receipt('delivered'))).body).toEqual({ taken: true })
    expect(await message.row()).toMatchObject({
      state: 'delivered',
      providerId: ID,
      nextAttemptAt: null,
      sentAt: expect.any(Date) as Date,
    })
  })

  test('what was given up, or is prepared in a restored backup, was sent after all: “the missed ones” must not get it twice', async () => {
    for (const state of ['technical_failure', 'permanent_failure', 'prepared'] as const) {
      const message = await handedOver()
      await change(message.reference, {
        state,
        reason: 'It could not be handed over in 20 attempts.',
        sentAt: null,
        providerId: null,
      })
      expect([
        (await call(message.receipt('delivered'))).body,
        (await call(message.receipt('technical-failure'))).body,
      ]).toEqual([{ taken: true }, { taken: false }])
      expect(await message.row()).toMatchObject({
        state: 'delivered',
        reason: null,
        providerId: ID,
        sentAt: expect.any(Date) as Date,
      })
      await server().services.database.asSystem((tx) => tx.delete(campaigns))
    }
  })

  test('a letter that fails for good was not printed, whatever its address, and can be sent again', async () => {
    const message = await handedOver('print_and_post')
    await call(message.receipt('permanent-failure'))
    expect(await message.row()).toMatchObject({
      state: 'technical_failure',
      reason: 'GOV.UK Notify’s printer could not print the letter.',
    })
  })

  test('what is not ours, or was sent again since under another reference, changes nothing', async () => {
    const message = await handedOver()
    await change(message.reference, {
      reference: 'a2b6c1de-0000-4000-8000-000000000001',
      providerId: null,
      state: 'prepared',
      sentAt: null,
    })
    for (const body of [
      message.receipt('delivered'),
      { id: ID, status: 'delivered' },
      { id: ID, status: 'delivered', reference: 'not ours' },
    ]) {
      expect(await call(body)).toEqual({ status: 200, body: { taken: false } })
    }
    expect(await message.row()).toMatchObject({ state: 'prepared' })
  })

  test('two receipts at once end as if one had come after the other', async () => {
    for (const pair of Array.from({ length: 10 }, () => ['delivered', 'temporary-failure'])) {
      const message = await handedOver()
      await Promise.all(pair.map((status) => call(message.receipt(status))))
      expect(await message.state()).toBe('delivered')
    }
  })

  test('a number in a callback is neither kept nor logged', async () => {
    const message = await handedOver()
    await call(message.receipt('permanent-failure'))
    expect((await message.row())?.reason).toBe('The number does not exist or takes no texts.')
    expect(server().log.join('')).not.toContain('7700900101')
  })
})
