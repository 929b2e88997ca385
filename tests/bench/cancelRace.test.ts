import { expect, onTestFinished, test } from 'vitest'
import { raceCancelling } from '../server/harness/cancelRace'
import { startServer } from '../server/harness/server'

const ROUNDS = 1_000

test('cancelling and the first hand-over exclude each other on PostgreSQL, a thousand times', async () => {
  const server = await startServer('postgresql', { NODE_ENV: 'production' })
  onTestFinished(() => server.close())
  const { cancelled, sent } = await raceCancelling(server, ROUNDS)
  expect(cancelled + sent).toBe(ROUNDS)
  expect(Math.min(cancelled, sent)).toBeGreaterThan(ROUNDS / 20)
})
