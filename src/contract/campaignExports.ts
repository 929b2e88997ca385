import { z } from 'zod'
import { campaignQuery } from './campaigns'
import { endpoint } from './endpoint'

/** The report's CSV is for pension credit. */
export const exportHouseholdReferences = endpoint({
  name: 'exportHouseholdReferences',
  method: 'GET',
  path: '/api/campaign-household-references-csv',
  summary: "An address, good for five minutes, of a CSV of a campaign's household references.",
  query: campaignQuery,
  reply: z.object({ url: z.string() }),
})

/** The list to review of a letter campaign. Audited: it holds names and addresses. */
export const getCampaignPrintPack = endpoint({
  name: 'getCampaignPrintPack',
  method: 'GET',
  path: '/api/campaign-print-pack',
  summary:
    'An address, good for five minutes, of the PDF of all letters of a prepared campaign, in the order of its list.',
  query: campaignQuery,
  reply: z.object({ url: z.string() }),
})
