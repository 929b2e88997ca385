import { z } from 'zod'
import { endpoint } from './endpoint'

export const organisationOptionSchema = z.object({ slug: z.string(), name: z.string() })
export type OrganisationOption = z.infer<typeof organisationOptionSchema>

/** Decision 6. The same shape for known and unknown domains; an unparsable domain is 400 'Invalid email domain'. */
export const findOrganisationsByDomain = endpoint({
  name: 'findOrganisationsByDomain',
  method: 'POST',
  path: '/api/organisations-by-domain',
  summary: 'The organisations that people with this e-mail domain may sign in to.',
  body: z.object({ email_domain: z.string() }),
  reply: z.object({ organisations: z.array(organisationOptionSchema) }),
})
