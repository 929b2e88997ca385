import { z } from 'zod'
import { endpoint } from './endpoint'
import { filterRequestSchema } from './filters'

/** docs/product.md#csv-export */
export const exportHouseholdsCsv = endpoint({
  name: 'exportHouseholdsCsv',
  method: 'POST',
  isRead: true,
  path: '/api/temporary-csv',
  summary: 'The households matching the filters, every snapshot column, as a CSV attachment.',
  body: filterRequestSchema,
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
