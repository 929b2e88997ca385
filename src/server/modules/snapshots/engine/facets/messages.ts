import { z } from 'zod'

/** The code of an empty cell. */
export const NO_CODE = 255
export const NO_WIDE_CODE = 65_535

/** A code or number for each household: listed values by their place, whole numbers as they are, money in pence. */
const columnSchema = z.union([z.instanceof(Uint8Array), z.instanceof(Uint16Array), z.instanceof(Int32Array)])
export type FacetColumn = z.infer<typeof columnSchema>

/** What is counted: codes, each as an entry of `groups` (a ward's local authority), or `size` bins of `step`. */
const facetSchema = z.union([
  z.object({ column: z.string(), groups: z.array(z.number()), size: z.number() }),
  z.object({ column: z.string(), minimum: z.number(), step: z.number(), size: z.number() }),
])
export type Facet = z.infer<typeof facetSchema>

/** A selected filter. `facet` is its place among the facets, -1 without one; `bits` has the least significant first. */
const selectionSchema = z.object({
  facet: z.number(),
  test: z.union([
    z.object({ column: z.string(), codes: z.array(z.number()) }),
    z.object({ column: z.string(), from: z.number(), to: z.number() }),
    z.object({ bits: z.instanceof(Uint8Array) }),
  ]),
})
export type Selection = z.infer<typeof selectionSchema>

export const requestSchema = z.union([
  z.object({
    load: z.string(),
    households: z.number(),
    columns: z.record(z.string(), columnSchema),
    facets: z.array(facetSchema),
  }),
  z.object({ drop: z.string() }),
  z.object({ count: z.string(), selections: z.array(selectionSchema), along: z.number().optional() }),
])
export type WorkerRequest = z.infer<typeof requestSchema>

/**
 * `households` match all selections. The counts of each facet stand one after the other, each followed by the
 * households without a value. Along a facet both are there for each of its bins in turn.
 */
const countsSchema = z.object({ counts: z.instanceof(Uint32Array), households: z.instanceof(Uint32Array) })
export type FacetCounts = z.infer<typeof countsSchema>

/** In the order of the requests. */
export const replySchema = z.union([z.object({ failed: z.string() }), z.object({ counts: countsSchema.optional() })])
export type WorkerReply = z.infer<typeof replySchema>
