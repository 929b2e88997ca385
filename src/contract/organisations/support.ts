import { z } from 'zod'
import { endpoint } from '../endpoint'

export const getSupportContact = endpoint({
  name: 'getSupportContact',
  method: 'GET',
  path: '/api/support-contact',
  summary: "The provider's address for help, and the name of the organisation in view.",
  reply: z.object({
    /** Null: their account manager helps. */
    support_email: z.string().nullable(),
    organisation_name: z.string(),
  }),
})

export const getAccessibilityContact = endpoint({
  name: 'getAccessibilityContact',
  method: 'GET',
  path: '/api/accessibility-contact',
  summary: 'The address to write to about accessibility, for people who cannot sign in too.',
  reply: z.object({
    /** Null: the operator has given none. */
    support_email: z.string().nullable(),
  }),
})
