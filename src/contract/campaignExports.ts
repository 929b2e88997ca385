import { z } from 'zod'
import { campaignQuery } from './campaigns'
import { endpoint } from './endpoint'

/** Decision 30; the report's CSV is for pension credit. */
export const exportHouseholdReferences = endpoint({
  name: 'exportHouseholdReferences',
  method: 'GET',
  path: '/api/campaign-household-references-csv',
  summary: "An address, good for five minutes, of a CSV of a campaign's household references.",
  query: campaignQuery,
  reply: z.object({ url: z.string() }),
})
