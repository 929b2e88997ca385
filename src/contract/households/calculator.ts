import { z } from 'zod'
import { uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { purposeSchema } from './needToKnow'

export const CALCULATOR_JOB_STATES = ['queued', 'running', 'done', 'failed'] as const

const calculatorJobSchema = z.object({
  id: z.uuid(),
  state: z.enum(CALCULATOR_JOB_STATES),
  failure: z.string().nullable(),
  household_count: z.number(),
  /** Null for people removed or outside the organisation. */
  requested_by: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Not if an operator's own calculator keeps results. */
  has_result: z.boolean(),
})
export type CalculatorJob = z.infer<typeof calculatorJobSchema>

export const getCalculatorJobs = endpoint({
  name: 'getCalculatorJobs',
  method: 'GET',
  path: '/api/calculator-jobs',
  summary: "The organisation's last hundred calculator jobs, newest first.",
  reply: z.array(calculatorJobSchema),
})

export const getCalculatorResult = endpoint({
  name: 'getCalculatorResult',
  isCostly: true,
  method: 'GET',
  path: '/api/calculator-result-csv',
  summary: 'The result of a calculator job.',
  query: z.object({ job_id: uuid, purpose: purposeSchema.optional() }),
  reply: z.string(),
  produces: 'csv',
})
