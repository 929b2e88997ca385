/** Prometheus labels are routes, kinds and states, never people. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { BUILD } from './build'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

new Gauge({
  name: 'doorstep_build_info',
  help: 'Always 1: which Doorstep this is',
  labelNames: ['version', 'commit'] as const,
  registers: [registry],
}).set(BUILD, 1)

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

const OUTCOMES = ['taken', 'failed', 'tryLater', 'keyRefused', 'removed', 'notMade', 'notTried']
// So that the first of its kind counts as an increase.
for (const channel of ['sms', 'print_and_post'])
  for (const outcome of OUTCOMES) messagesHandedOver.inc({ channel, outcome }, 0)

/** By `SIGN_IN_REFUSALS`, or `failed` if unforeseen. */
export const refusedSignIns = new Counter({
  name: 'doorstep_refused_sign_ins_total',
  help: 'Sign-ins that ended without a session, by reason',
  labelNames: ['reason'] as const,
  registers: [registry],
})

/** Includes retried ones. */
export const failedJobs = new Counter({
  name: 'doorstep_job_failures_total',
  help: 'Runs of a job that ended with an error',
  labelNames: ['kind'] as const,
  registers: [registry],
})
