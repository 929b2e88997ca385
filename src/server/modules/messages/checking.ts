/**
 * Policy: of letters the provider calls back only those that came back, and callbacks about texts get lost. What is
 * still undecided is therefore asked for by its id, ever more rarely, for as long as the provider keeps it (7 days).
 * A question that is not answered is left to the next round; where none of several at once is, the provider is away,
 * and the round goes on from there a minute later.
 */
import { z } from 'zod'
import type { NotifyClient } from '../../clients/notify'
import type { Database } from '../../db/database'
import type { JobKind, Queue } from '../../jobs/queue'
import type { SliceEnd } from './lanes'
import * as repo from './repo'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds before each round of asking, counted from the end of the one before. */
export const ROUNDS: readonly number[] = [15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, DAY, DAY, DAY, DAY]

const data = z.object({
  campaignId: z.number().int(),
  organisationId: z.uuid(),
  round: z.number().int().min(0),
  /** The position up to which this round has asked. */
  after: z.number().int(),
})
export type CheckingWork = z.infer<typeof data>

export const CHECK_DELIVERIES: JobKind<CheckingWork> = {
  name: 'check-deliveries',
  data,
  expiresInSeconds: 120,
  // Of each round: those who are sent to again begin with the first while the others wait for their last.
  oneWaiting: ({ campaignId, round }) => `${campaignId} ${round}`,
}

/** Nothing but the day's limit holds a run up for so long. */
const LONG_PAUSE_MS = 10 * 60_000

/** Whether to begin to ask: a run that goes on for days must not ask about its first messages only at its end. */
export const isTimeToAsk = (end: SliceEnd): boolean => end.kind === 'over' || end.milliseconds > LONG_PAUSE_MS

const BATCH = 100
const AT_ONCE = 5
const SLICE_MS = 10_000
const AWAY_SECONDS = 60

export interface CheckingDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly notify: NotifyClient | undefined
  /** See {@link ROUNDS}. */
  readonly rounds: readonly number[]
  /** Takes what the provider says of a message. */
  readonly take: (message: { reference: string; providerId: string; status: string }) => Promise<unknown>
}

/** Asks for what is undecided of a campaign, a slice at a time, and queues the rest or the next round. */
export async function checkDeliveries(deps: CheckingDependencies, work: CheckingWork): Promise<void> {
  const { database, queue, notify, rounds, take } = deps
  const { organisationId, campaignId, round } = work
  if (!notify) return
  const until = performance.now() + SLICE_MS
  let { after } = work
  const goOn = (options: { afterSeconds?: number }) =>
    database.forOrganisation(organisationId, (tx) => queue.send(tx, CHECK_DELIVERIES, { ...work, after }, options))
  /** @returns whether there was an answer. */
  const ask = async ({ reference, providerId }: { reference: string; providerId: string | null }): Promise<boolean> => {
    const found = await notify.findById(providerId ?? '')
    if (found.kind === 'found') await take({ reference, providerId: found.id, status: found.status })
    return found.kind === 'found' || found.kind === 'absent'
  }
  for (;;) {
    const batch = await database.forOrganisation(organisationId, (tx) =>
      repo.undecided(tx, campaignId, { after, limit: BATCH }),
    )
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      const some = batch.slice(start, start + AT_ONCE)
      const answered = await Promise.all(some.map(ask))
      if (!answered.includes(true)) return goOn({ afterSeconds: AWAY_SECONDS })
      after = some.at(-1)?.position ?? after
    }
    if (batch.length < BATCH) break
    if (performance.now() > until) return goOn({})
  }
  const seconds = rounds[round + 1]
  if (seconds === undefined) return
  await database.forOrganisation(organisationId, async (tx) => {
    const isAnyLeft = (await repo.undecided(tx, campaignId, { after: -1, limit: 1 })).length > 0
    if (isAnyLeft) {
      await queue.send(tx, CHECK_DELIVERIES, { ...work, round: round + 1, after: -1 }, { afterSeconds: seconds })
    }
  })
}
