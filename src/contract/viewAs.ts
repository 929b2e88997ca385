import { z } from 'zod'
import { atMost, text, uuid } from './bounded'
import { endpoint } from './endpoint'
import { roleSchema } from './session'

/* A super administrator sees Doorstep as another role, in another organisation. */

/** The longest name that an organisation's is looked for under. */
const nameSchema = text(500).nullable()

export const viewAs = endpoint({
  name: 'viewAs',
  method: 'POST',
  path: '/api/view-as',
  summary: 'Views Doorstep in another role, in another organisation, or both; both null returns to the own view.',
  body: z.object({
    /** A role's name; null: the own one. */
    role_name: nameSchema,
    /** An organisation's name as `rolesAndOrganisations` lists it; null: the one signed in to. */
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

/**
 * A campaign draft as a device keeps it. The server keeps it for its owner and does not look inside: the device
 * parses it before it believes it.
 */
const parkedDraftSchema = z.looseObject({ id: uuid })

/** More than anybody writes. */
const MOST_DRAFTS = 200

export const parkDrafts = endpoint({
  name: 'parkDrafts',
  method: 'POST',
  path: '/api/park-drafts',
  summary: 'Keeps campaign drafts for their owner while the device is wiped for another view.',
  body: z.object({ drafts: atMost(MOST_DRAFTS, z.array(parkedDraftSchema).min(1)) }),
  reply: z.object({ parked: z.number() }),
})

export const getParkedDrafts = endpoint({
  name: 'getParkedDrafts',
  method: 'GET',
  path: '/api/parked-drafts',
  summary: 'The drafts that were parked by this person, in this view.',
  reply: z.object({ drafts: z.array(parkedDraftSchema) }),
})

export const forgetParkedDrafts = endpoint({
  name: 'forgetParkedDrafts',
  method: 'POST',
  path: '/api/forget-parked-drafts',
  summary: 'Removes parked drafts that are on the device again.',
  body: z.object({ ids: atMost(MOST_DRAFTS, z.array(uuid)) }),
  reply: z.object({ forgotten: z.number() }),
})
