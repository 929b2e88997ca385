import { eq, sql } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotifyClient } from '../../src/server/clients/notify'
import { campaigns, recipients, sendingAllowance } from '../../src/server/db/schema'
import type { Queue } from '../../src/server/jobs/queue'
import { createRateLimiter, NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import {
  CHECK_DELIVERIES,
  checkDeliveries,
  type CheckingDependencies,
  type CheckingWork,
} from '../../src/server/modules/campaigns/sending/deliveries'
import { listeningSimulator, sendingTools, testClock } from './harness/sending'
import { onEngine } from './harness/server'

onEngine('postgresql', 'Limits and letters', { NODE_ENV: 'production' }, (server) => {
  const { createRunningCampaign, sender, sendAll, campaign, rows, states } = sendingTools(server)
  let notify: Awaited<ReturnType<typeof listeningSimulator>>
  let clock: ReturnType<typeof testClock>
  beforeEach(async () => {
    notify = await listeningSimulator()
    clock = testClock()
    await server().services.database.asSystem(async (tx) => {
      await tx.delete(campaigns)
      await tx.delete(sendingAllowance)
    })
  })
  afterEach(() => notify.close())

  test('no 60 seconds see more than 3,000 messages of all servers together, nor a full minute fewer than 95% of them', async () => {
    const { database } = server().services
    const servers = [
      createRateLimiter({ database, clock }, NOTIFY_LIMITS),
      createRateLimiter({ database, clock }, NOTIFY_LIMITS),
    ]
    const sent: { at: number; messages: number }[] = []
    for (let turn = 0; clock.passed < 125_000; turn++) {
      const allowed = await servers[turn % 2]?.take('sms', 60)
      if (allowed?.kind === 'granted') sent.push({ at: clock.passed, messages: allowed.messages })
      else await clock.wait(allowed?.milliseconds ?? 0)
    }
    const within = (from: number) =>
      sent.filter(({ at }) => at >= from && at < from + 60_000).reduce((sum, { messages }) => sum + messages, 0)
    const minutes = sent.filter(({ at }) => at <= 65_000).map(({ at }) => within(at))
    expect(Math.max(...minutes)).toBeLessThanOrEqual(3_000)
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(0.95 * 3_000)
  })

  test('what was taken and not sent is given back, and a new day begins again', async () => {
    const allowance = createRateLimiter(
      { database: server().services.database, clock },
      { ...NOTIFY_LIMITS, lettersADay: 20 },
    )
    expect(await allowance.take('print_and_post', 15)).toEqual({ kind: 'granted', messages: 15 })
    expect(await allowance.take('print_and_post', 15)).toEqual({ kind: 'granted', messages: 5 })
    expect(await allowance.take('print_and_post', 15)).toMatchObject({ kind: 'tomorrow' })
    expect(await allowance.take('sms', 15)).toMatchObject({ kind: 'granted' })
    await allowance.release('print_and_post', { unused: 2, notTaken: 1 })
    expect(await allowance.take('print_and_post', 15)).toEqual({ kind: 'granted', messages: 3 })
    const until = await allowance.take('print_and_post', 1)
    await clock.wait(until.kind === 'tomorrow' ? until.milliseconds : 0)
    expect(await allowance.take('print_and_post', 15)).toEqual({ kind: 'granted', messages: 15 })
  })

  const pages: Record<string, number> = { 'S-2': 11 }
  const letters = {
    async pdf(_campaign: object, householdReference: string) {
      if (householdReference === 'S-3') throw new Error('The template cannot be read now.')
      const document = await PDFDocument.create()
      for (let page = 0; page < (pages[householdReference] ?? 2); page++) document.addPage([595.28, 841.89])
      return document.save()
    },
  }

  /** Asks this provider, and keeps what is queued then. */
  const checking = (client: NotifyClient) => {
    const queued: (CheckingWork & { afterSeconds?: number | undefined })[] = []
    const queue: Queue = {
      ...server().services.queue,
      send: async (_tx, _kind, data, options) => void queued.push({ ...CHECK_DELIVERIES.data.parse(data), ...options }),
    }
    const { database, sending } = server().services
    const take: CheckingDependencies['take'] = ({ reference, providerId, status }) =>
      sending.receive({ id: providerId, reference, status }, {})
    return {
      queued,
      check: (work: CheckingWork) => checkDeliveries({ database, queue, notify: client, rounds: [1, 2], take }, work),
    }
  }

  test('letters go as finished PDFs, and what became of them is asked for', async () => {
    const work = await createRunningCampaign(3, 'print_and_post')
    await server().services.database.asSystem((tx) =>
      tx.update(campaigns).set({ postage: 'economy' }).where(eq(campaigns.id, work.campaignId)),
    )
    const sending = sender(notify.client(), { clock, letters })
    const problems = new Set<string | null>()
    await sendAll(sending, work, clock, async () => void problems.add((await campaign(work)).problem))
    expect([...problems]).toEqual([expect.stringContaining('Letters cannot be made or fetched at the moment.')])
    expect(notify.ledger.messages.map(({ postage, pages: count }) => [postage, count]).toSorted()).toEqual(
      [
        ['economy', 11],
        ['economy', 2],
      ].toSorted(),
    )
    expect((await rows(work)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sending', null],
      ['sending', null],
      ['technical_failure', 'It could not be handed over in 20 attempts.'],
    ])
    expect(await campaign(work)).toMatchObject({ status: 'Complete', problem: null })

    for (const message of notify.ledger.messages) message.status = message.becomes
    const { check, queued } = checking(notify.client())
    await check({ ...work, round: 0, after: -1 })
    expect((await rows(work)).map(({ state }) => state)).toEqual([
      'delivered',
      'technical_failure',
      'technical_failure',
    ])
    expect(queued).toEqual([])
  })

  test('a question that is not answered holds up no other, and a provider that answers none is asked again from there', async () => {
    const work = await createRunningCampaign(12, 'print_and_post')
    await server().services.database.asSystem((tx) =>
      tx
        .update(recipients)
        .set({ state: 'sending', sentAt: new Date(), providerId: sql`${recipients.position}::text` }),
    )
    let asked: string[] = []
    let isAway = (_id: string) => false
    const { check, queued } = checking({
      ...notify.client(),
      findById: async (id) => {
        asked.push(id)
        return isAway(id)
          ? { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }
          : { kind: 'found', id, status: 'accepted' }
      },
    })
    isAway = (id) => id === '3' || Number(id) > 5
    await check({ ...work, round: 0, after: -1 })
    expect(queued).toEqual([{ ...work, round: 0, after: 5, afterSeconds: 60 }])
    isAway = () => false
    asked = []
    await check({ ...work, round: 0, after: 5 })
    expect(asked).toEqual(['6', '7', '8', '9', '10', '11', '12'])
    expect(queued.at(-1)).toEqual({ ...work, round: 1, after: -1, afterSeconds: 2 })
  })

  test('what is sent again is asked for in time, though the next look at what went before is a day away', async () => {
    const { database, queue } = server().services
    const work = { ...(await createRunningCampaign(1)), after: -1 }
    await database.asSystem(async (tx) => {
      await queue.send(tx, CHECK_DELIVERIES, { ...work, round: 5 }, { afterSeconds: 86_400 })
      // However often a slice ends, one look is enough.
      for (let times = 0; times < 2; times++)
        await queue.send(tx, CHECK_DELIVERIES, { ...work, round: 0 }, { afterSeconds: 900 })
    })
    const { rows: waiting } = await database.executeSql(
      `select (data->>'round')::int as round from pgboss.job where name = 'check-deliveries' and data->>'campaignId' = $1 order by start_after`,
      [String(work.campaignId)],
    )
    expect(waiting).toEqual([{ round: 0 }, { round: 5 }])
  })

  test('without a provider a campaign waits and says why', async () => {
    const text = await createRunningCampaign(1)
    expect(await sender(undefined, { clock }).slice(text)).toEqual({ kind: 'again', milliseconds: 60_000 })
    expect((await campaign(text)).problem).toContain('no GOV.UK Notify key is set')
    expect(await states(text)).toEqual({ prepared: 1 })
    // Once there is one, it goes, and nothing is said any more.
    await sendAll(sender(notify.client(), { clock }), text, clock)
    expect(await campaign(text)).toMatchObject({ status: 'Complete', problem: null })
  })
})
