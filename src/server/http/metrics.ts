import Fastify, { type FastifyInstance } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import type { Queue } from '../jobs/queue'
import { registry, requestSeconds } from '../lib/metrics'

/** Measures each request by route, never by address. */
export function requestMetricsPlugin(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requestSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    )
  })
}

/** What the gauges read when somebody asks. */
interface Measured {
  readonly queue: Pick<Queue, 'backlog'>
  readonly snapshots: { measureMemory(): { readonly count: number; readonly bytes: number } }
}

/** The server of `/metrics`, separate because it has no sign-in. */
export function buildMetricsApp(measured: Measured): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    const gauges = await readGauges(measured)
    return reply.type(registry.contentType).send(await Registry.merge([registry, gauges]).metrics())
  })
  return app
}

/** Leaves out what the database cannot say at the moment. */
async function readGauges({ queue, snapshots }: Measured): Promise<Registry> {
  const gauges = new Registry()
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [gauges] })

  const { count, bytes } = snapshots.measureMemory()
  gauge('doorstep_snapshots_in_memory', 'Snapshots and facts loaded into memory').set(count)
  gauge('doorstep_snapshots_in_memory_bytes', 'Estimated memory of those').set(bytes)
  const backlog = await queue.backlog().catch(() => undefined)
  gauge('doorstep_queue_up', 'Whether the queue answers').set(backlog ? 1 : 0)
  const jobs = gauge('doorstep_queue_jobs', 'Jobs that are not done', ['kind', 'state'])
  const overdue = gauge('doorstep_queue_overdue_seconds', 'How long the longest waiting job has been due', ['kind'])
  for (const { kind, waiting, running, failed, overdueSeconds } of backlog ?? []) {
    jobs.set({ kind, state: 'waiting' }, waiting)
    jobs.set({ kind, state: 'running' }, running)
    jobs.set({ kind, state: 'failed' }, failed)
    overdue.set({ kind }, overdueSeconds)
  }
  return gauges
}
