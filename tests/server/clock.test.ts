import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '../../src/server/db/schema'
import { createRateLimiter, NOTIFY_LIMITS } from '../../src/server/modules/messages/rateLimiter'
import { hashOf } from '../../src/server/modules/sessions/service'
import { onEachEngine } from './harness/server'
import { testClock } from './harness/sending'

const DAY_MS = 24 * 60 * 60 * 1000

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
        .where(eq(sessions.idHash, hashOf(id))),
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
})
