import { z } from 'zod'
import type { Database } from '../../../db/database'
import type { JobKind, Queue } from '../../../jobs/queue'

/** In London, when few people work. */
const HOUR = 3
const MINUTES_A_DAY = 24 * 60

/**
 * At every start and once a night.
 * @param works run in turn; a failure holds up no other, and all are repeated
 */
export function createNightly(deps: {
  readonly database: Database
  readonly queue: Queue
  readonly works: readonly (() => Promise<unknown>)[]
}): void {
  const { database, queue, works } = deps

  queue.work(NIGHTLY, async () => {
    const faults: unknown[] = []
    for (const work of works) await work().catch((error: unknown) => faults.push(error))
    await database.asSystem((tx) => queue.send(tx, NIGHTLY_LATER, {}, { afterSeconds: secondsToNight(new Date()) }))
    if (faults.length > 0) throw faults[0]
  })
  queue.work(NIGHTLY_LATER, () => database.asSystem((tx) => queue.send(tx, NIGHTLY, {})))
  queue.whenStarted(() => database.asSystem((tx) => queue.send(tx, NIGHTLY, {})))
}

/** To three o'clock in London. */
export function secondsToNight(now: Date): number {
  const [hour = 0, minute = 0] = London.format(now).split(':').map(Number)
  const minutes = (HOUR * 60 - (hour * 60 + minute) + MINUTES_A_DAY) % MINUTES_A_DAY
  return (minutes === 0 ? MINUTES_A_DAY : minutes) * 60
}

const London = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' })

const data = z.object({})

/** One for all servers. */
const NIGHTLY: JobKind<z.infer<typeof data>> = {
  name: 'nightly',
  data,
  oneWaiting: () => 'nightly',
  expiresInSeconds: 2 * 60 * 60,
}
const NIGHTLY_LATER: JobKind<z.infer<typeof data>> = { name: 'nightly-later', data, oneWaiting: () => 'nightly' }
