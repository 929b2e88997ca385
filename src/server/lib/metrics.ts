/** Metrics for Prometheus. Labels are routes, kinds and states, never people. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../services'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

export const requestSeconds = new Histogram({
  name: 'doorstep_http_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  registers: [registry],
})

export const messagesHandedOver = new Counter({
  name: 'doorstep_messages_total',
  help: 'Attempts to hand a message to GOV.UK Notify, by what came of them',
  labelNames: ['channel', 'outcome'] as const,
  registers: [registry],
})

/** Includes retried ones. */
export const failedJobs = new Counter({
  name: 'doorstep_job_failures_total',
  help: 'Runs of a job that ended with an error',
  labelNames: ['kind'] as const,
  registers: [registry],
})

/**
 * Everything in Prometheus's text format, without what the database cannot say at the moment.
 * @returns content and its type
 */
export async function scrape({ queue, snapshots }: Pick<Services, 'queue' | 'snapshots'>): Promise<[string, string]> {
  const now = new Registry()
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [now] })

  const { count, bytes } = snapshots.inMemory()
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
  return [await Registry.merge([registry, now]).metrics(), registry.contentType]
}
