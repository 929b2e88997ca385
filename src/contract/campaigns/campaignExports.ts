import { z } from 'zod'
import { campaignIdSchema } from './recipients'
import { endpoint } from '../endpoint'
import { purposeSchema } from '../households/needToKnow'

/** Pension credit campaigns use the report's CSV. */
export const exportHouseholdReferences = endpoint({
  name: 'exportHouseholdReferences',
  isCostly: true,
  method: 'GET',
  path: '/api/campaign-household-references-csv',
  summary: "An address, good for five minutes, of a CSV of a campaign's household references.",
  query: campaignIdSchema.extend({ purpose: purposeSchema.optional() }),
  reply: z.object({ url: z.string() }),
})

/** Audited: names and addresses. */
export const getCampaignPrintPack = endpoint({
  name: 'getCampaignPrintPack',
  isCostly: true,
  method: 'GET',
  path: '/api/campaign-print-pack',
  summary:
    'An address, good for five minutes, of the PDF of all letters of a prepared campaign, in the order of its list.',
  query: campaignIdSchema,
  reply: z.object({ url: z.string() }),
})

/** Exact counts: docs/product.md#campaign-certificate. */
export const getCampaignCertificate = endpoint({
  name: 'getCampaignCertificate',
  isCostly: true,
  method: 'GET',
  path: '/api/campaign-certificate',
  summary: "An address, good for five minutes, of a sent campaign's certificate as PDF, for auditors.",
  query: campaignIdSchema,
  reply: z.object({ url: z.string() }),
})
