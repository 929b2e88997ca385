import { z } from 'zod'
import { endpoint } from './endpoint'

/** The {email} of the "not found" texts for templates, and the name that messages are signed with. */
export const getSupportContact = endpoint({
  name: 'getSupportContact',
  method: 'GET',
  path: '/api/support-contact',
  summary: "The provider's address for help, and the name of the organisation in view.",
  reply: z.object({
    /** `null` where the operator has set none: people then turn to their account manager. */
    support_email: z.string().nullable(),
    organisation_name: z.string(),
  }),
})
