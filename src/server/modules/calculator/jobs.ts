import { z } from 'zod'
import { filterRequestSchema } from '#contract/filters'
import type { JobKind } from '../../jobs/queue'

const data = z.object({
  jobId: z.uuid(),
  organisationId: z.uuid(),
  month: z.iso.date(),
  version: z.string(),
  request: filterRequestSchema,
})
export type CalculatorWork = z.infer<typeof data>

export const CALCULATOR_JOB: JobKind<CalculatorWork> = {
  name: 'calculator',
  data,
  expiresInSeconds: 60 * 60,
}
