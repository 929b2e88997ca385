import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { estimateBasisSchema } from './estimates'
import { filterRequestSchema } from './filters'

/** Formatted for people ("1,204", "£3,879 to £5,120"). */
export const headlineSchema = z.object({
  display_name: z.string(),
  value: z.string(),
  basis: estimateBasisSchema.optional(),
})
export type Headline = z.infer<typeof headlineSchema>

export const HOUSEHOLDS_SHOWN = 'Households shown'

const position = z.tuple([z.number(), z.number()]).rest(z.number())
const ring = z.array(position)
export const wardGeometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
])
export type WardGeometry = z.infer<typeof wardGeometrySchema>

const wardPropertiesSchema = z.object({
  ward_code: z.string(),
  ward_name: z.string(),
  /** Empty: no Welsh name. */
  ward_name_welsh: z.string(),
  local_authority_code: z.string(),
  local_authority_name: z.string(),
  local_authority_name_welsh: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  household_count: z.number().int(),
})

export const wardFeatureSchema = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: wardGeometrySchema,
  properties: wardPropertiesSchema,
})
export type WardFeature = z.infer<typeof wardFeatureSchema>

export const wardDataSchema = z.object({
  map_headlines: z.array(headlineSchema),
  geo_json_features: z.array(wardFeatureSchema),
})
export type WardData = z.infer<typeof wardDataSchema>

export const streetviewWardData = endpoint({
  name: 'streetviewWardData',
  method: 'POST',
  isRead: true,
  path: '/api/streetview-ward-data',
  summary: 'Households matching the filters, counted by ward. Wards with none are there with 0.',
  body: filterRequestSchema,
  reply: wardDataSchema,
})

const householdCoordinateSchema = z.object({
  household_reference: z.string(),
  coordinates: z.object({ longitude: z.number(), latitude: z.number() }),
})

export const householdDataSchema = z.object({
  map_headlines: z.array(headlineSchema),
  household_coordinates: z.array(householdCoordinateSchema),
})

/**
 * As Arrow: boolean {@link MATCHES_COLUMN} in the row order of {@link getHouseholdPoints}, with {@link ARROW_METADATA}.
 */
export const streetviewHouseholdData = endpoint({
  name: 'streetviewHouseholdData',
  isCostly: 'as JSON',
  method: 'POST',
  isRead: true,
  path: '/api/streetview-household-data',
  summary: 'Households matching the filters, with their coordinates.',
  body: filterRequestSchema,
  reply: householdDataSchema,
  produces: 'json-or-arrow',
})

/**
 * `household_reference` (utf8), `ward_code` (dictionary of utf8), `longitude`, `latitude` (float64), metadata
 * `points_version`. Never stored on the device.
 */
export const getHouseholdPoints = endpoint({
  name: 'getHouseholdPoints',
  method: 'GET',
  path: '/api/household-points',
  summary: 'The points of the latest snapshot, in row order, as an Arrow stream.',
  reply: z.unknown(),
  produces: 'arrow',
})

export const MATCHES_COLUMN = 'matches'

export const ARROW_METADATA = {
  /** When it changes, points must be reloaded. */
  pointsVersion: 'points_version',
  /** JSON of `Headline[]`. */
  headlines: 'map_headlines',
} as const

/** Degrees, and zoom of a 512-pixel world. */
export const mapPlaceSchema = z.object({
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-85).max(85),
  zoom: z.number().min(0).max(24),
})
export type MapPlace = z.infer<typeof mapPlaceSchema>

/** A month (yyyy-mm-dd): the change since then. */
export const wardMeasureSchema = z.union([z.enum(['count', 'rate']), text(10).check(z.iso.date())])

export const mapClientSchema = z.object({ key: z.string(), lat: z.number(), lng: z.number() })
export type MapClient = z.infer<typeof mapClientSchema>

export const getMapClient = endpoint({
  name: 'getMapClient',
  method: 'POST',
  isRead: true,
  path: '/api/map-client',
  summary: 'The configured centre of the map and, when one is configured, the Google Maps key.',
  reply: mapClientSchema,
})

export const BASEMAP_KINDS = ['water', 'park', 'built_up', 'main_road', 'street', 'path', 'railway', 'place'] as const

export const basemapFeatureSchema = z.object({
  type: z.literal('Feature'),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: position }),
    z.object({ type: z.literal('LineString'), coordinates: ring }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  ]),
  /** `is_small`: named only at high zoom. */
  properties: z.object({ kind: z.enum(BASEMAP_KINDS), name: z.string(), is_small: z.boolean().optional() }),
})
export type BasemapFeature = z.infer<typeof basemapFeatureSchema>

export const getBasemap = endpoint({
  name: 'getBasemap',
  method: 'GET',
  path: '/api/basemap',
  summary: "Streets, water and parks of the organisation's area, and the operator's PMTiles file, if any.",
  reply: z.object({
    pmtiles_url: z.string().nullable(),
    attribution: z.string(),
    features: z.array(basemapFeatureSchema),
  }),
})
export type Basemap = z.infer<typeof getBasemap.reply>

/** First day of the month, yyyy-mm-dd. */
export const getLatestSnapshot = endpoint({
  name: 'getLatestSnapshot',
  method: 'GET',
  path: '/api/latest-snapshot',
  summary: 'The month that the data on screen are of, and the months before it.',
  reply: z.object({
    snapshot: z.iso.date(),
    formatted_snapshot: z.string(),
    /** Latest first. */
    earlier_months: z.array(z.iso.date()).default([]),
  }),
})
