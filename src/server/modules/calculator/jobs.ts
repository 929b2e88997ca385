import { z } from 'zod'
import { filterRequestSchema } from '#contract/filters'
import type { JobKind } from '../../jobs/queue'

const data = z.object({
  jobId: z.uuid(),
  organisationId: z.uuid(),
  /** The snapshot that the households were counted in: its month and the version of its file. */
  month: z.iso.date(),
  version: z.string(),
  request: filterRequestSchema,
})
export type CalculatorWork = z.infer<typeof data>

/** Filters and snapshot as they were when the person pressed the button: what is worked on later is what they saw. */
export const CALCULATOR_JOB: JobKind<CalculatorWork> = {
  name: 'calculator',
  data,
  expiresInSeconds: 60 * 60,
}
