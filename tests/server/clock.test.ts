import { expect, test } from 'vitest'
import { createAllowance, NOTIFY_LIMITS } from '../../src/server/modules/messages/allowance'
import { onEachEngine } from './harness/server'
import { testClock } from './harness/sending'

const DAY_MS = 24 * 60 * 60 * 1000

onEachEngine('A clock that is set', {}, (server) => {
  test('back by a day gives no message more than the rate allows, and lets sending go on at once', async () => {
    const clock = testClock()
    const limits = { ...NOTIFY_LIMITS, perMinute: 60, burst: 10 }
    const allowance = createAllowance({ database: server().services.database, clock }, limits)
    expect(await allowance.take('sms', 10)).toEqual({ kind: 'granted', messages: 10 })
    clock.passed -= DAY_MS
    expect(await allowance.take('sms', 1)).toMatchObject({ kind: 'wait' })
    clock.passed += 2_000
    expect(await allowance.take('sms', 1)).toEqual({ kind: 'granted', messages: 1 })
    expect(await allowance.take('sms', 10)).toMatchObject({ kind: 'wait' })
  })
})
