import { EventEmitter, once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { NotifyClient } from '../../src/server/clients/notify'
import { parseRows } from '../../src/server/db/rows'
import { sessions } from '../../src/server/db/schema'
import { createQueue, type JobKind } from '../../src/server/jobs/queue'
import { createRateLimiter, NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { computeHash } from '../../src/server/modules/organisations/sessions/service'
import { onEachEngine } from './harness/server'
import { listeningSimulator, sendingTools, testClock } from './harness/sending'

const DAY_MS = 24 * 60 * 60 * 1000
const LATER: JobKind<object> = { name: 'later', data: z.object({}) }

onEachEngine('A clock that is set', {}, (server) => {
  test.each([
    ['as usual', '12 hours', true],
    ['while the clock was a day ahead', '36 hours', false],
    ['a day ago', '-12 hours', false],
  ])('ends no session later than it should: one begun %s', async (_when, endsIn, isLive) => {
    const { services, seed } = server()
    const { id } = await services.sessions.begin({ personId: seed.people.admin.id, organisationId: seed.ashford.id })
    await services.database.asSystem((tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: sql`now() + ${endsIn}::interval` })
        .where(eq(sessions.idHash, computeHash(id))),
    )
    expect((await services.sessions.find(id)) !== undefined).toBe(isLive)
  })

  test('back by a day gives no message more than the rate allows, and lets sending go on at once', async () => {
    const clock = testClock()
    const limits = { ...NOTIFY_LIMITS, perMinute: 60, burst: 10 }
    const allowance = createRateLimiter({ database: server().services.database, clock }, limits)
    expect(await allowance.take('sms', 10)).toEqual({ kind: 'granted', messages: 10 })
    clock.passed -= DAY_MS
    expect(await allowance.take('sms', 1)).toMatchObject({ kind: 'wait' })
    clock.passed += 2_000
    expect(await allowance.take('sms', 1)).toEqual({ kind: 'granted', messages: 1 })
    expect(await allowance.take('sms', 10)).toMatchObject({ kind: 'wait' })
  })

  /** A queue on the same records, and how its jobs stand, oldest first: seconds until due, and since begun. */
  const aQueue = async () => {
    const { database } = server().services
    const queue = createQueue(database)
    queue.work(LATER, async () => {})
    await queue.start()
    onTestFinished(() => queue.stop())
    const seconds = z.object({ due: z.coerce.number(), running: z.coerce.number() })
    const jobs = async () => {
      const { rows } = await database.executeSql(
        `select round(extract(epoch from start_after - now()) / 10) * 10 as due,
           round(extract(epoch from now() - coalesce(started_on, now())) / 10) * 10 as running
         from pgboss.job where name = 'later' order by data`,
      )
      return parseRows({ rows }, seconds).map(({ due, running }) => [due, running])
    }
    return { database, queue, jobs }
  }

  test('ahead on the server alone makes no work late: the clock of the records decides', async () => {
    const { database, queue, jobs } = await aQueue()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
    onTestFinished(() => void vi.useRealTimers())
    await database.asSystem((tx) => queue.send(tx, LATER, {}, { afterSeconds: 3_600 }))
    expect(await jobs()).toEqual([[3_600, 0]])
    await database.executeSql(`delete from pgboss.job where name = 'later'`)
  })

  test('back by a day under the records leaves no work waiting, or held, for a day', async () => {
    const { database, queue, jobs } = await aQueue()
    await database.asSystem(async (tx) => {
      for (const n of [1, 2, 3]) await queue.send(tx, LATER, { n }, { afterSeconds: 3_600 })
    })
    const day = `interval '1 day'`
    await database.executeSql(
      `update pgboss.job set created_on = created_on + ${day}, start_after = start_after + ${day} where name = 'later'`,
    )
    // Long ago made, tried just before, and put off; and one that a killed server was doing.
    await database.executeSql(
      `update pgboss.job set state = 'retry', created_on = now() - ${day}, started_on = now() + ${day}
       where name = 'later' and data->>'n' = '2'`,
    )
    await database.executeSql(
      `update pgboss.job set state = 'active', started_on = now() + ${day} where name = 'later' and data->>'n' = '3'`,
    )
    await database.executeSql(`update pgboss.version set maintained_on = now() + ${day}`)
    await queue.stop()
    await queue.start()
    expect(await jobs()).toEqual([
      [3_600, 0],
      [3_600, 0],
      [3_600, 0],
    ])
    const ahead = await database.executeSql('select 1 from pgboss.version where maintained_on > now()')
    expect(ahead.rows).toEqual([])
    await database.executeSql(`delete from pgboss.job where name = 'later'`)
  })

  const { createRunningCampaign, sender, sendAll, states } = sendingTools(server)

  test('ahead by a day ends no claim under which this server still sends', async () => {
    const notify = await listeningSimulator()
    onTestFinished(() => notify.close())
    const clock = testClock()
    const work = await createRunningCampaign(1)
    const events = new EventEmitter()
    const [claimed, line] = [once(events, 'claimed'), once(events, 'line')]
    const client = notify.client()
    const slow: NotifyClient = {
      ...client,
      sendText: async (text) => {
        events.emit('claimed')
        await line
        return client.sendText(text)
      },
    }
    const sending = sender(slow, { clock })
    const first = sending.slice(work)
    await claimed
    clock.passed += DAY_MS
    // It would not end if it sent.
    expect((await sending.slice(work)).kind).toBe('again')
    events.emit('line')
    await first
    await sendAll(sending, work, clock)
    expect([notify.timesTaken(), await states(work)]).toEqual([[1], { sending: 1 }])
  })

  test('back by a day puts off no message for a day', async () => {
    let fault: 'drop' | undefined = 'drop'
    const notify = await listeningSimulator({ fault: ({ isSending }) => (isSending ? fault : undefined) })
    onTestFinished(() => notify.close())
    const clock = testClock()
    const work = await createRunningCampaign(1)
    const sending = sender(notify.client(), { clock })
    await sending.slice(work)
    fault = undefined
    clock.passed -= DAY_MS
    const before = clock.passed
    await sendAll(sending, work, clock)
    expect([notify.timesTaken(), await states(work)]).toEqual([[1], { sending: 1 }])
    expect(clock.passed - before).toBeLessThan(5 * 60_000)
  })
})
