import { z } from 'zod'
import { endpoint } from './endpoint'
import { roleSchema } from './session'

/** docs/product.md#settings */
const organisationUserSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  role: roleSchema,
  email: z.string(),
})
export type OrganisationUser = z.infer<typeof organisationUserSchema>

export const getOrganisationUsers = endpoint({
  name: 'getOrganisationUsers',
  method: 'GET',
  path: '/api/organisation-users',
  summary: 'The people of the organisation in view, for its administrators.',
  reply: z.array(organisationUserSchema),
})

export const getOwnDetails = endpoint({
  name: 'getOwnDetails',
  method: 'GET',
  path: '/api/own-details',
  summary: 'Name and organisation of the person signed in.',
  reply: organisationUserSchema.extend({ organisation: z.string() }),
})
