import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { roleSchema } from './session'

const nameSchema = text(500).nullable()

export const viewAs = endpoint({
  name: 'viewAs',
  method: 'POST',
  path: '/api/view-as',
  summary: 'Views Doorstep in another role, in another organisation, or both; both null returns to the own view.',
  body: z.object({
    /** Null: their own. */
    role_name: nameSchema,
    /** From `getRolesAndOrganisations`; null: their own. */
    display_name: nameSchema,
  }),
  reply: z.object({
    temporary_organisation_name: z.string().nullable(),
    temporary_role_name: roleSchema.nullable(),
  }),
})

export const getRolesAndOrganisations = endpoint({
  name: 'getRolesAndOrganisations',
  method: 'GET',
  path: '/api/roles-and-organisations',
  summary: 'The names of the roles and organisations that Doorstep can be viewed as.',
  reply: z.object({ roles: z.array(z.string()), organisations: z.array(z.string()) }),
})
