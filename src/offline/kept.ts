/** The only list of what may be kept on the device, with its records. */
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

/** Whether an identity opens the app. If slightly in the future, the clock was set back. */
export const isFresh = (identity: Identity, now: number): boolean =>
  Math.abs(now - identity.confirmedAt) < IDENTITY_MAX_AGE

/** Counts by ward, nothing about a household. */
const wardFiguresSchema = z.object({
  id: z.literal('ward-figures'),
  asAt: z.iso.datetime(),
  wards: z.array(wardFeatureSchema),
  /** A digest: selected filters stay in session storage. */
  countedFor: z.string().nullable(),
  /** 'October 2026': the month of the counted data. */
  month: z.string().nullable(),
})

const catalogueSchema = z.object({
  id: z.literal('catalogue'),
  // Another version's is fetched again.
  categories: getAllFilters.reply.catch([]),
})

/** Records that the templates were read, even if there are none. */
const templatesReadSchema = z.object({ id: z.literal('templates-read'), asAt: z.iso.datetime() })

/** The count of erasures, and the round that was open, when the device last asked about the households it names. */
const erasuresSchema = z.object({ id: z.literal('erasures'), count: z.number(), roundId: z.string().nullable() })

/** Opens sealed records; not extractable, and removed with the identity. */
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

/**
 * The allow-list: each table, and the server's answers in it. Cache Storage holds the app's code and one more answer.
 */
export const KEPT = {
  // Queued changes are merged into it, one template at a time.
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
  // The person's own work, not on any server yet: sealed (seal.ts).
  drafts: { key: 'id', schema: draftSchema, answers: [], outlivesSession: true },
  texts: { key: 'id', schema: textDraftSchema, answers: [], outlivesSession: true },
  queue: { key: 'id', schema: queuedItemSchema, answers: [], outlivesSession: true },
  // Households, for one shift: sealed under a code that only the person knows (rounds.ts), and again like the others.
  rounds: { key: 'id', schema: roundRecordSchema, answers: [loadVisitRound], outlivesSession: false },
} as const satisfies Record<TableName, object>

/** By the worker, in Cache Storage; no personal data. */
const KEPT_IN_CACHE = [getBasemap] as const

/** An answer that may be kept as a record, or in Cache Storage. */
export type KeptAnswer = (typeof KEPT.kept.answers | typeof KEPT_IN_CACHE)[number]
