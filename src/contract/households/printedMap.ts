/** docs/product.md#the-map-on-paper: without any single household. */
import { z } from 'zod'
import { endpoint } from '../endpoint'
import { filterRequestSchema } from './filters'
import { mapPlaceSchema, wardMeasureSchema } from './map'
import { purposeSchema } from './needToKnow'

const mapExportSchema = filterRequestSchema.extend({
  view: z.enum(['household', 'ward']),
  measure: wardMeasureSchema.default('count'),
  place: mapPlaceSchema.nullable(),
  purpose: purposeSchema.optional(),
})
export type MapExportRequest = z.output<typeof mapExportSchema>

export const exportMapPdf = endpoint({
  name: 'exportMapPdf',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/map-pdf',
  summary:
    'The map of the filters on A4, with legend, filters, published figures and a table by ward, as a tagged PDF.',
  body: mapExportSchema,
  reply: z.string(),
  produces: 'pdf',
})

/** Points from the top left; `path` as in SVG. */
const drawnItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('path'),
    path: z.string(),
    fill: z.string().optional(),
    stroke: z.string().optional(),
    lineWidth: z.number().optional(),
    opacity: z.number().optional(),
  }),
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    x: z.number(),
    /** The line's top. */
    y: z.number(),
    width: z.number(),
    size: z.number(),
    weight: z.enum(['regular', 'semibold']),
    colour: z.string(),
    align: z.enum(['left', 'center', 'right']),
  }),
])
export type DrawnItem = z.infer<typeof drawnItemSchema>
export type DrawnText = Extract<DrawnItem, { kind: 'text' }>

export const exportMapPicture = endpoint({
  name: 'exportMapPicture',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/map-picture',
  summary: 'The page of exportMapPdf as lines and texts, for the browser to make a picture of.',
  body: mapExportSchema,
  reply: z.object({
    file_name: z.string(),
    width: z.number(),
    height: z.number(),
    /** Top to baseline, as a share of text size. */
    ascent: z.number(),
    parts: z.array(
      z.object({
        /** Visible x, y, width, height. */
        clip: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
        items: z.array(drawnItemSchema),
      }),
    ),
  }),
})
export type PrintedMapPage = z.infer<typeof exportMapPicture.reply>
