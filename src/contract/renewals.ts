import { z } from 'zod'
import { endpoint } from './endpoint'

/** docs/product.md#renewals-pack. */
export const createRenewalsPack = endpoint({
  name: 'createRenewalsPack',
  method: 'POST',
  path: '/api/client-renewals-pack',
  summary: 'A PDF on twelve months of an organisation: campaigns, recipients, take-up found, active users.',
  body: z.object({
    /** The organisation's name as `rolesAndOrganisations` lists it. */
    lift_client_display_name: z.string().min(1).max(500),
  }),
  reply: z.object({ url: z.string() }),
})
