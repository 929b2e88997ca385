import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'

/** docs/product.md#renewals-pack */
export const createRenewalsPack = endpoint({
  name: 'createRenewalsPack',
  isCostly: true,
  method: 'POST',
  path: '/api/client-renewals-pack',
  summary: 'A PDF on twelve months of an organisation: campaigns, recipients, take-up found, active users.',
  body: z.object({
    /** From `getRolesAndOrganisations`. */
    lift_client_display_name: text(500).min(1),
  }),
  reply: z.object({ url: z.string() }),
})
