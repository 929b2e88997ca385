import { z } from 'zod'
import { atMost, text } from '../bounded'
import { endpoint } from '../endpoint'
import { roleSchema } from '../organisations/session'

/** Can be hidden from a role. Place: postcodes instead of points. */
export const COLUMN_GROUPS = ['money', 'health', 'family', 'place'] as const
const columnGroupSchema = z.enum(COLUMN_GROUPS)
export type ColumnGroup = z.infer<typeof columnGroupSchema>

const MAX_PURPOSES = 20

export const purposeSchema = text(60, 'Write at most 60 characters.')

const roleRulesSchema = z.object({
  role: roleSchema,
  /** CSV, calculator results, campaign references. */
  may_export: z.boolean(),
  hidden_groups: atMost(COLUMN_GROUPS.length, z.array(columnGroupSchema)),
})

const repeats = (names: readonly string[]) => new Set(names).size < names.length

export const needToKnowRulesSchema = z
  .object({
    /** A role without an entry sees and exports everything. */
    roles: atMost(3, z.array(roleRulesSchema)),
    /** One must be chosen at every export; empty: not asked. */
    purposes: atMost(MAX_PURPOSES, z.array(purposeSchema.trim().min(1, 'Write what the export is for.'))),
    /** The version of the rules that were edited; 409 if outdated. Without it, rules are replaced regardless. */
    version: text(64).optional(),
  })
  .refine(({ roles }) => !repeats(roles.map(({ role }) => role)), { path: ['roles'], error: 'A role is there twice.' })
  .refine(({ purposes }) => !repeats(purposes.map((purpose) => purpose.toLowerCase())), {
    path: ['purposes'],
    error: 'A purpose is there twice.',
  })
export type NeedToKnowRules = z.infer<typeof needToKnowRulesSchema>

const rulesReply = z.object({
  roles: z.array(z.object({ role: roleSchema, may_export: z.boolean(), hidden_groups: z.array(columnGroupSchema) })),
  purposes: z.array(z.string()),
  version: z.string(),
})

const proposalSchema = z.object({
  roles: rulesReply.shape.roles,
  purposes: rulesReply.shape.purposes,
  version: z.string(),
  written_by: z.string(),
  /** Never the author: see docs/product.md#a-second-person. */
  may_confirm: z.boolean(),
})

export const getAccessRules = endpoint({
  name: 'getAccessRules',
  method: 'GET',
  path: '/api/access-rules',
  summary: 'Which columns each role sees and whether it exports, and the purposes of exports.',
  reply: rulesReply.extend({
    /** Waits for another administrator, or a super administrator. */
    proposal: proposalSchema.nullable().default(null),
    groups: z.array(z.object({ group: columnGroupSchema, columns: z.array(z.string()) })),
  }),
})

export const setAccessRules = endpoint({
  name: 'setAccessRules',
  method: 'POST',
  path: '/api/set-access-rules',
  summary:
    'Sets which columns each role sees, whether it exports, and the purposes; waits for a second person where it shows more.',
  body: needToKnowRulesSchema,
  reply: rulesReply.extend({ proposal: proposalSchema.nullable().default(null) }),
})

export const decideAccessRules = endpoint({
  name: 'decideAccessRules',
  method: 'POST',
  path: '/api/decide-access-rules',
  summary: 'Confirms rules that somebody else has written and that wait, or withdraws them.',
  body: z.object({
    /** The version of the proposal that was seen. */
    version: text(64),
    decision: z.enum(['confirm', 'withdraw']),
  }),
  reply: rulesReply.extend({ proposal: proposalSchema.nullable().default(null) }),
})

/** Colours of the map's dots (docs/product.md#map). */
export const DOT_COLOURS = ['unclaimed', 'arrears', 'contacted'] as const
export type DotColour = (typeof DOT_COLOURS)[number]

export const getOwnAccess = endpoint({
  name: 'getOwnAccess',
  method: 'GET',
  path: '/api/own-access',
  summary: 'What the role in effect sees and exports.',
  reply: z.object({
    may_export: z.boolean(),
    may_calculate: z.boolean(),
    may_visit: z.boolean(),
    hidden_filters: z.array(z.string()),
    dot_colours: z.array(z.enum(DOT_COLOURS)),
    purposes: z.array(z.string()),
  }),
})
export type OwnAccess = z.infer<typeof getOwnAccess.reply>
