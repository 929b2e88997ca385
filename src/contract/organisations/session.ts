import { z } from 'zod'
import { endpoint } from '../endpoint'

export const ROLES = ['SuperAdmin', 'OrganisationAdmin', 'Viewer'] as const
export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

/** Temporary names are set during a view-as. */
const sessionUserSchema = z.object({
  email: z.string(),
  temporary_organisation_name: z.string().nullable(),
  organisation_auth_identifier: z.string(),
  temporary_role_name: roleSchema.nullable(),
  role_name: roleSchema,
})
export type SessionUserWire = z.infer<typeof sessionUserSchema>

/** Names the person and organisation of a session, in the answer below; a page sends it with every other call. */
export const PERSON_HEADER = 'x-doorstep-person'

export const getSessionUser = endpoint({
  name: 'getSessionUser',
  method: 'GET',
  path: '/api/session/user',
  summary: 'Who is signed in, and how many households the organisation in view has erased.',
  reply: sessionUserSchema.extend({
    /** When it moves, devices ask whether the households they name are still held. */
    erasure_count: z.number().int(),
  }),
})

export const getOrganisationSettings = endpoint({
  name: 'getOrganisationSettings',
  method: 'GET',
  path: '/api/organisation-settings',
  summary: 'Whether campaigns are enabled for the organisation in view.',
  reply: z.boolean(),
})
