import { z } from 'zod'
import { atMost, text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { roleSchema } from './session'

const detailsSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  role: roleSchema,
  email: z.string(),
})

/** docs/product.md#people */
export const organisationUserSchema = detailsSchema.extend({
  id: z.string(),
  role_from_groups: z.boolean(),
  last_signed_in_at: z.string().nullable(),
  is_signed_in: z.boolean(),
})
export type OrganisationUser = z.infer<typeof organisationUserSchema>

/** Super administrators are made on the command line only. */
export const GRANTABLE_ROLES = ['Viewer', 'OrganisationAdmin'] as const
const grantableRoleSchema = z.enum(GRANTABLE_ROLES)
export type GrantableRole = z.infer<typeof grantableRoleSchema>

const emailSchema = text(254).check(z.email('Write an e-mail address, such as name@council.gov.uk.'))
const nameSchema = text(100, 'Please keep the name under 100 characters.').trim()

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
  reply: detailsSchema.extend({ organisation: z.string() }),
})

export const invitePerson = endpoint({
  name: 'invitePerson',
  method: 'POST',
  path: '/api/invite-person',
  summary: 'Lets somebody sign in to the organisation in view. Nothing is sent to them.',
  body: z.object({
    email: emailSchema,
    role: grantableRoleSchema,
    first_name: nameSchema.default(''),
    last_name: nameSchema.default(''),
  }),
  /** `is_found_at_login`: the login page finds the organisation by the address. */
  reply: organisationUserSchema.extend({ is_found_at_login: z.boolean() }),
})

export const changeRole = endpoint({
  name: 'changeRole',
  method: 'POST',
  path: '/api/change-role',
  summary: "Changes a person's role, from their next call on.",
  body: z.object({ person_id: uuid, role: grantableRoleSchema }),
  reply: z.object({ role: grantableRoleSchema }),
})

export const removePerson = endpoint({
  name: 'removePerson',
  method: 'POST',
  path: '/api/remove-person',
  summary: 'Removes a person at once: their sessions end, and only an invitation lets them in again.',
  body: z.object({ person_id: uuid }),
  reply: z.object({ sessions_ended: z.number() }),
})

export const endSessions = endpoint({
  name: 'endSessions',
  method: 'POST',
  path: '/api/end-sessions',
  summary: "Ends a person's sessions at once; they may sign in again.",
  body: z.object({ person_id: uuid }),
  reply: z.object({ sessions_ended: z.number() }),
})

export const DEFAULT_GROUPS_CLAIM = 'groups'

const groupRoleSchema = z.object({ group: z.string(), role: grantableRoleSchema })
export type GroupRole = z.infer<typeof groupRoleSchema>

/** docs/product.md#groups-and-accounts */
const signInRulesReply = z.object({
  groups_claim: z.string(),
  /** At first sign-in, from the organisation's own domains. */
  creates_accounts: z.boolean(),
  /** The highest role counts. */
  group_roles: z.array(groupRoleSchema),
})
export type SignInRules = z.infer<typeof signInRulesReply>

export const signInRulesSchema = signInRulesReply.extend({
  groups_claim: text(200).trim().min(1, 'Write the name of the claim.'),
  group_roles: atMost(
    50,
    z.array(groupRoleSchema.extend({ group: text(256).trim().min(1, 'Write the name of the group.') })),
  ),
})

export const getSignInRules = endpoint({
  name: 'getSignInRules',
  method: 'GET',
  path: '/api/sign-in-rules',
  summary: "What the organisation's identity provider decides about its people.",
  reply: signInRulesReply.extend({ has_issuer: z.boolean(), domains: z.array(z.string()) }),
})

export const setSignInRules = endpoint({
  name: 'setSignInRules',
  method: 'POST',
  path: '/api/set-sign-in-rules',
  summary: 'Changes that.',
  body: signInRulesSchema,
  reply: signInRulesReply,
})
