import { z } from 'zod'
import { uuid } from '../bounded'
import { endpoint } from '../endpoint'

const JOB_STATES = ['failed', 'running', 'waiting'] as const

/** Only the organisation, nothing else about its subject. */
const jobSchema = z.object({
  id: uuid,
  kind: z.string(),
  /** Null: not for a single organisation. */
  organisation: z.string().nullable(),
  state: z.enum(JOB_STATES),
  failures: z.number().int(),
  created_at: z.string(),
  due_at: z.string(),
  /** An error's name, never personal data. */
  reason: z.string().nullable(),
})
export type WireJob = z.infer<typeof jobSchema>

const jobsSchema = z.object({
  /** Failed, then running, then waiting; at most 200. */
  jobs: z.array(jobSchema),
  total: z.number().int(),
})

export const getJobs = endpoint({
  name: 'getJobs',
  method: 'GET',
  path: '/api/jobs',
  summary: 'Queued work of all organisations that failed, is under way or waits.',
  reply: jobsSchema,
})

export const retryJob = endpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/api/retry-job',
  summary: 'Runs a job that failed, or that waits for its next attempt, now.',
  body: z.object({ id: uuid }),
  reply: jobsSchema,
})
