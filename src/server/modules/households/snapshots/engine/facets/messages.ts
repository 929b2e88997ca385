import { z } from 'zod'
import { WebAssembly, type SharedMemory } from './kernel'

/** Marks an empty cell, and caps byte codes. Otherwise empty is the number after the last code. */
export const NO_CODE = 255
export const MAX_CODES = 65_535

/** Per household: value index, whole number, or four bytes of pence. */
const bytesSchema = z.union([z.literal(1), z.literal(2), z.literal(4)])
export type ColumnBytes = z.infer<typeof bytesSchema>

/** `size` bins of width `step`, or a column's `size` codes. */
const facetSchema = z.union([
  z.object({ column: z.string(), minimum: z.number(), step: z.number(), size: z.number() }),
  z.object({ column: z.string(), size: z.number() }),
])
export type FacetShape = z.infer<typeof facetSchema>

/** `facet` is an index, or -1; `bits` has the least significant first. */
const selectionSchema = z.object({
  facet: z.number(),
  test: z.union([
    z.object({ column: z.string(), codes: z.array(z.number()) }),
    z.object({ column: z.string(), from: z.number(), to: z.number() }),
    z.object({ bits: z.instanceof(Uint8Array) }),
  ]),
})
export type FacetSelection = z.infer<typeof selectionSchema>

const loadSchema = z.object({
  load: z.string(),
  households: z.number(),
  columns: z.record(z.string(), bytesSchema),
  facets: z.array(facetSchema),
  memory: z.custom<SharedMemory>((value) => value instanceof WebAssembly.Memory),
})
export type SnapshotToCount = z.infer<typeof loadSchema>

export const facetsRequestSchema = z.union([
  loadSchema,
  z.object({ drop: z.string() }),
  z.object({ count: z.string(), selections: z.array(selectionSchema), along: z.number().optional() }),
])
export type WorkerRequest = z.infer<typeof facetsRequestSchema>

/**
 * `households` match all selections. Counts run facet by facet, each ending with households without a value; along a
 * facet, both repeat per bin.
 */
const countsSchema = z.object({ counts: z.instanceof(Uint32Array), households: z.instanceof(Uint32Array) })
export type FacetCounts = z.infer<typeof countsSchema>

export const replySchema = z.union([z.object({ failed: z.string() }), z.object({ counts: countsSchema.optional() })])
export type WorkerReply = z.infer<typeof replySchema>
