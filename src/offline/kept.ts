/** The only list of what may be kept on the device. */
import { z } from 'zod'
import { loadVisitRound } from '#contract/campaigns/visits'
import { getDeviceKey } from '#contract/organisations/deviceKeys'
import { getAllFilters } from '#contract/households/filters'
import { getBasemap, streetviewWardData, wardFeatureSchema } from '#contract/households/map'
import { getOrganisationSettings, getSessionUser, roleSchema } from '#contract/organisations/session'
import {
  getFilterTemplates,
  getFilterTemplateValues,
  templateListItemSchema,
  templateValueRowSchema,
} from '#contract/households/filterTemplates'
import { draftSchema, textDraftSchema } from './drafts'
import { queuedItemSchema } from './queuedWork'
import { roundRecordSchema } from './rounds'

/** `rows` once loaded. */
export const keptFilterTemplateSchema = templateListItemSchema.extend({
  rows: z.array(templateValueRowSchema).nullable(),
})
export type KeptFilterTemplate = z.infer<typeof keptFilterTemplateSchema>

/** An identity older than this many milliseconds opens nothing. */
export const IDENTITY_MAX_AGE = 12 * 60 * 60 * 1000

const identitySchema = z.object({
  id: z.literal('identity'),
  email: z.string(),
  organisation: z.string(),
  role: roleSchema,
  isSuperAdmin: z.boolean(),
  campaignsEnabled: z.boolean().nullable(),
  viewedAs: z.object({ organisation: z.string().nullable(), role: roleSchema.nullable() }).nullable(),
  /** Milliseconds since 1970. */
  confirmedAt: z.number(),
})
export type Identity = z.infer<typeof identitySchema>

/** Whether an identity opens the app. Slightly in the future: the clock was set back. */
export const isFresh = (identity: Identity, now: number): boolean =>
  Math.abs(now - identity.confirmedAt) < IDENTITY_MAX_AGE

/** Counts by ward, nothing about a household. */
const wardFiguresSchema = z.object({
  id: z.literal('ward-figures'),
  asAt: z.iso.datetime(),
  wards: z.array(wardFeatureSchema),
  /** A digest: selected filters stay in session storage. */
  countedFor: z.string().nullable(),
  /** 'October 2026': the data's month. */
  month: z.string().nullable(),
})

const catalogueSchema = z.object({
  id: z.literal('catalogue'),
  // Another version's are fetched again.
  categories: getAllFilters.reply.catch([]),
})

const templatesReadSchema = z.object({ id: z.literal('templates-read'), asAt: z.iso.datetime() })

/** The erasure count, and the open round, when the device last asked. */
const erasuresSchema = z.object({ id: z.literal('erasures'), count: z.number(), roundId: z.string().nullable() })

/** Not extractable, and removed with the identity. */
const keySchema = z.object({
  id: z.literal('key'),
  key: z.custom<CryptoKey>((key) => Object.prototype.toString.call(key) === '[object CryptoKey]'),
})

export const keptRecordSchema = z.discriminatedUnion('id', [
  identitySchema,
  wardFiguresSchema,
  catalogueSchema,
  templatesReadSchema,
  erasuresSchema,
  keySchema,
])
export type KeptRecord = z.infer<typeof keptRecordSchema>

export const TABLES = ['templates', 'kept', 'drafts', 'texts', 'queue', 'rounds'] as const
export type TableName = (typeof TABLES)[number]

/** The allow-list: each table, and answers kept in it. */
export const KEPT = {
  // Queued changes are merged in, template by template.
  templates: {
    key: 'template_id',
    schema: keptFilterTemplateSchema,
    answers: [getFilterTemplates, getFilterTemplateValues],
    outlivesSession: false,
  },
  kept: {
    key: 'id',
    schema: keptRecordSchema,
    answers: [getSessionUser, getOrganisationSettings, getAllFilters, streetviewWardData, getDeviceKey],
    outlivesSession: false,
  },
  // Unsent work: sealed (seal.ts).
  drafts: { key: 'id', schema: draftSchema, answers: [], outlivesSession: true },
  texts: { key: 'id', schema: textDraftSchema, answers: [], outlivesSession: true },
  queue: { key: 'id', schema: queuedItemSchema, answers: [], outlivesSession: true },
  // For one shift: sealed under a code only the person knows (rounds.ts), and again as above.
  rounds: { key: 'id', schema: roundRecordSchema, answers: [loadVisitRound], outlivesSession: false },
} as const satisfies Record<TableName, object>

/** In Cache Storage, without personal data. */
const KEPT_IN_CACHE = [getBasemap] as const

export type KeptAnswer = (typeof KEPT.kept.answers | typeof KEPT_IN_CACHE)[number]
