import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { organisationOptionSchema } from './organisations'

/* For provider staff. Both answer 404 without the organisation-choice cookie. */

export const getOrganisationChoice = endpoint({
  name: 'getOrganisationChoice',
  method: 'GET',
  path: '/api/organisation-choice',
  summary: 'Who has just signed in at the provider’s issuer, and the organisations to choose from.',
  reply: z.object({ email: z.string(), organisations: z.array(organisationOptionSchema) }),
})

export const chooseOrganisation = endpoint({
  name: 'chooseOrganisation',
  method: 'POST',
  path: '/api/choose-organisation',
  summary: 'Begins the session in the organisation that was chosen.',
  body: z.object({ slug: text(100) }),
  reply: z.object({}),
})
