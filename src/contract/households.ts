import { z } from 'zod'
import { endpoint } from './endpoint'
import { filterRequestSchema } from './filters'
import { purposeSchema } from './needToKnow'

/** docs/product.md#csv-export */
export const exportHouseholdsCsv = endpoint({
  name: 'exportHouseholdsCsv',
  method: 'POST',
  isRead: true,
  path: '/api/temporary-csv',
  summary: 'The households matching the filters, every column that the role is shown, as a CSV attachment.',
  body: filterRequestSchema.extend({ purpose: purposeSchema.optional() }),
  reply: z.string(),
  produces: 'csv',
})

/** The reply is shown as a toast. */
export const sendHouseholdsToCalculator = endpoint({
  name: 'sendHouseholdsToCalculator',
  method: 'POST',
  path: '/api/households-to-calculator',
  summary: 'Queues the households matching the filters for the benefit calculator.',
  body: filterRequestSchema,
  reply: z.string(),
})
