import { z } from 'zod'
import { endpoint } from '../endpoint'

const period = (unit: string, least: number, most: number, why: string) =>
  z
    .number()
    .refine((given) => Number.isInteger(given), `Write a whole number of ${unit}.`)
    .refine((given) => given >= least, `Write ${least} ${unit} at least: ${why}`)
    .refine((given) => given <= most, `Write ${most} ${unit} at most: nothing is kept longer than it is needed.`)

/** docs/product.md#keeping-and-forgetting */
const retentionPeriodsSchema = z.object({
  /** Names, addresses, numbers and letters, from completion. */
  campaign_days: period('days', 7, 730, 'messages that failed could not be sent again.'),
  export_days: period('days', 2, 365, 'an export could go before it is fetched.'),
  snapshot_months: period('months', 7, 120, 'reports compare a campaign with six months after it.'),
  audit_years: period('years', 2, 20, 'last year could not be asked about.'),
})

const keepingReply = z.object({
  campaign_days: z.number(),
  export_days: z.number(),
  snapshot_months: z.number(),
  audit_years: z.number(),
})
export type RetentionPeriods = z.infer<typeof retentionPeriodsSchema>

export const getKeeping = endpoint({
  name: 'getKeeping',
  method: 'GET',
  path: '/api/keeping',
  summary: 'How long the organisation keeps what.',
  reply: keepingReply,
})

export const setKeeping = endpoint({
  name: 'setKeeping',
  method: 'POST',
  path: '/api/set-keeping',
  summary: 'Sets how long the organisation keeps what; what is older goes in the next night.',
  body: retentionPeriodsSchema,
  reply: keepingReply,
})
