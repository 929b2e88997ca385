import Fastify, { type FastifyInstance } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import type { Database } from '../db/database'
import type { Queue } from '../jobs/queue'
import { registry, requestSeconds } from '../lib/metrics'

/** By route, never by address. */
export function requestMetricsPlugin(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requestSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    )
  })
}

interface Measured {
  readonly queue: Pick<Queue, 'backlog' | 'kinds'>
  readonly database: Pick<Database, 'connections'>
  /** When it was begun; undefined: never. */
  readonly findLastBackup: () => Promise<Date | undefined>
  readonly snapshots: { measureMemory(): { readonly count: number; readonly bytes: number } }
}

/** `/metrics`, separate because it has no sign-in. */
export function buildMetricsApp(measured: Measured): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    const gauges = await readGauges(measured)
    return reply.type(registry.contentType).send(await Registry.merge([registry, gauges]).metrics())
  })
  return app
}

async function readGauges({ queue, database, findLastBackup, snapshots }: Measured): Promise<Registry> {
  const gauges = new Registry()
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [gauges] })

  const { count, bytes } = snapshots.measureMemory()
  gauge('doorstep_snapshots_in_memory', 'Snapshots and facts loaded into memory').set(count)
  gauge('doorstep_snapshots_in_memory_bytes', 'Estimated memory of those').set(bytes)
  const { size, open, idle, waiting } = database.connections()
  gauge('doorstep_database_connections_max', 'Connections to the database at most').set(size)
  const connections = gauge('doorstep_database_connections', 'Open connections to the database', ['state'])
  connections.set({ state: 'idle' }, idle)
  connections.set({ state: 'busy' }, open - idle)
  gauge('doorstep_database_waiting', 'Work that waits for a connection to the database').set(waiting)
  const [backlog, lastBackup] = await Promise.all([
    queue.backlog().catch(() => undefined),
    findLastBackup().catch(() => null),
  ])
  if (lastBackup !== null) {
    gauge(
      'doorstep_backup_last_success_timestamp_seconds',
      'When the last backup was begun that succeeded, 0: never',
    ).set((lastBackup?.getTime() ?? 0) / 1_000)
  }
  gauge('doorstep_queue_up', 'Whether the queue answers').set(backlog ? 1 : 0)
  const jobs = gauge('doorstep_queue_jobs', 'Jobs that are not done', ['kind', 'state'])
  const overdue = gauge('doorstep_queue_overdue_seconds', 'How long the longest waiting job has been due', ['kind'])
  if (!backlog) return gauges
  const idleKinds = queue.kinds().map((kind) => ({ kind, waiting: 0, running: 0, failed: 0, overdueSeconds: 0 }))
  for (const { kind, overdueSeconds, ...states } of [...idleKinds, ...backlog]) {
    for (const state of ['waiting', 'running', 'failed'] as const) jobs.set({ kind, state }, states[state])
    overdue.set({ kind }, overdueSeconds)
  }
  return gauges
}
