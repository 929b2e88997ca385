import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BUILD } from '../lib/build'
import { within } from '../lib/within'
import type { Database } from '../db/database'
import type { Queue } from '../jobs/queue'
import { readForwarding, forwardings } from './forwarding'

const statuses = z.enum(['ready', 'stopping', 'unavailable'])
const checked = z.enum(['ok', 'failed'])
const answer = z.object({ status: statuses })
const parts = z.object({ database: checked, migrations: checked, files: checked, queue: checked })
type Parts = z.infer<typeof parts>
const recordsAnswer = answer.extend({
  version: z.string(),
  commit: z.string(),
  /** How this call came, for `doctor`. */
  forwarding: forwardings,
})
const readiness = answer.extend({ checks: parts.optional() })

/** Less than a load balancer waits. */
const PATIENCE_MS = 4_000
const SHARED_MS = 1_000

interface Watched {
  readonly database: Pick<Database, 'asSystem' | 'pendingMigrations'>
  readonly files: { probe(): Promise<unknown> }
  readonly queue: Pick<Queue, 'backlog'>
}

/**
 * `/health/live`: the process answers. `/health/ready`: so does all it needs, or 503 names what does not. `/health`:
 * only the database, for the app, with version and commit.
 */
export function healthPlugin(app: FastifyInstance, services: Watched, patienceMs: number = PATIENCE_MS): void {
  const state = { stopping: false }
  app.addHook('preClose', async () => {
    state.stopping = true
  })
  const options = <Answer extends z.ZodType>(shape: Answer) =>
    ({ schema: { hide: true, response: { 200: shape, 503: shape } }, logLevel: 'warn' }) as const

  app.get('/health', options(recordsAnswer), async (request, reply) => {
    const about = { ...BUILD, forwarding: readForwarding(request) }
    if (state.stopping) return reply.status(503).send({ status: 'stopping', ...about })
    try {
      await services.database.asSystem((tx) => tx.execute(sql`select 1`))
      return { status: 'ready', ...about }
    } catch (error) {
      request.log.error({ err: error }, 'The records do not answer')
      return reply.status(503).send({ status: 'unavailable', ...about })
    }
  })

  app.get('/health/live', options(answer), async () => ({ status: 'ready' }))

  const examine = shareExamination((log) => examineParts(services, patienceMs, log))
  app.get('/health/ready', options(readiness), async (request, reply) => {
    if (state.stopping) return reply.status(503).send({ status: 'stopping' })
    const checks = await examine(request.log)
    const isReady = Object.values(checks).every((result) => result === 'ok')
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable', checks })
  })
}

/** Anybody may ask at any rate: requests within a second share one examination. */
function shareExamination(examine: (log: FastifyBaseLogger) => Promise<Parts>) {
  let shared: Promise<Parts> | undefined
  let endedAt = Number.POSITIVE_INFINITY
  return (log: FastifyBaseLogger): Promise<Parts> => {
    if (shared && performance.now() - endedAt < SHARED_MS) return shared
    endedAt = Number.POSITIVE_INFINITY
    shared = examine(log).finally(() => (endedAt = performance.now()))
    return shared
  }
}

async function examineParts(services: Watched, patienceMs: number, log: FastifyBaseLogger): Promise<Parts> {
  const results = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      try {
        await within(patienceMs, check(services), 'It did not answer in time')
        return [name, 'ok']
      } catch (error) {
        log.error(
          { err: error, check: name },
          'A check of readiness failed: `doorstep doctor` says what is wrong and its cure',
        )
        return [name, 'failed']
      }
    }),
  )
  return parts.parse(Object.fromEntries(results))
}

const CHECKS: Record<keyof Parts, (services: Watched) => Promise<unknown>> = {
  database: ({ database }) => database.asSystem((tx) => tx.execute(sql`select 1`)),
  async migrations({ database }) {
    const pending = await database.pendingMigrations()
    if (pending > 0) throw new Error(`${pending} migrations have not been run`)
  },
  files: ({ files }) => files.probe(),
  queue: ({ queue }) => queue.backlog(),
}
