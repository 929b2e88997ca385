import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'

export const organisationOptionSchema = z.object({ slug: z.string(), name: z.string() })
export type OrganisationOption = z.infer<typeof organisationOptionSchema>

/** Unknown domains look like known ones; an invalid one is 400 'Invalid email domain'. */
export const findOrganisationsByDomain = endpoint({
  name: 'findOrganisationsByDomain',
  method: 'POST',
  isRead: true,
  path: '/api/organisations-by-domain',
  summary: 'The organisations that people with this e-mail domain may sign in to.',
  body: z.object({ email_domain: text(1_000) }),
  reply: z.object({ organisations: z.array(organisationOptionSchema) }),
})

const organisationAccessSchema = organisationOptionSchema.extend({ campaigns_enabled: z.boolean() })
export type OrganisationAccess = z.infer<typeof organisationAccessSchema>

export const getOrganisations = endpoint({
  name: 'getOrganisations',
  method: 'GET',
  path: '/api/organisations',
  summary: 'Every organisation, and whether it has campaigns, for super administrators.',
  reply: z.array(organisationAccessSchema),
})

export const setCampaignsAccess = endpoint({
  name: 'setCampaignsAccess',
  method: 'POST',
  path: '/api/organisation-campaigns',
  summary: "Switches an organisation's campaigns on or off.",
  body: z.object({ slug: text(100), campaigns_enabled: z.boolean() }),
  reply: organisationAccessSchema,
})
