/** Each filter's words are stored once, so that thousands of references fit (docs/security.md#what-one-person-can-store). */
import { z } from 'zod'
import { templateValueRowSchema, type TemplateValueRow } from '#contract/households/filterTemplates'
import { invalidInput } from '../../../http/faults'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { allBut, referencesInRows, rowsOfHeld } from '../filters/references'

const KILOBYTE = 1024

/** As JSON. */
const MAX_KILOBYTES = 256

const storedFilterSchema = z.object({
  category_name: z.string(),
  filter_name: z.string(),
  filter_display_name: z.string(),
  /** Names, with the words where these differ. */
  values: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
})
export type StoredFilter = z.infer<typeof storedFilterSchema>

/** Older ones have a row for each value. */
const storedSchema = z.array(z.union([storedFilterSchema, templateValueRowSchema]))

/** Rows in the form that is stored. */
export function packRows(rows: readonly TemplateValueRow[]): StoredFilter[] {
  const filters = new Map<string, StoredFilter>()
  for (const { filter_value: value, ...words } of rows) {
    const key = JSON.stringify(words)
    const filter = filters.get(key) ?? { ...words, values: [] }
    filter.values.push(value.name === value.display_name ? value.name : [value.name, value.display_name])
    filters.set(key, filter)
  }
  return [...filters.values()]
}

/** Of JSON. */
export const readStored = (stored: unknown): StoredFilter[] =>
  storedSchema.parse(stored).flatMap((filter) => ('values' in filter ? filter : packRows([filter])))

/** What {@link packRows} packed. */
export const unpackRows = (filters: readonly StoredFilter[]): TemplateValueRow[] =>
  filters.flatMap(({ values, ...words }) =>
    values.map((value) => {
      const [name, display_name] = typeof value === 'string' ? [value, value] : value
      return { ...words, filter_value: { name, display_name } }
    }),
  )

/** Whether a reference is such a household's. */
export const namesHousehold = (filters: readonly StoredFilter[], isOne: IsErased): boolean =>
  referencesInRows(unpackRows(filters)).some(isOne)

/** As {@link rowsOfHeld}: no value would select everybody. */
export const withoutHouseholds = (filters: readonly StoredFilter[], isErased: IsErased): StoredFilter[] =>
  packRows(rowsOfHeld(unpackRows(filters), allBut(isErased)))

/** @throws Fault 422 for more than is stored of one template or link */
export function requireStorable(filters: readonly StoredFilter[]): void {
  const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(filters)) / KILOBYTE)
  if (kilobytes <= MAX_KILOBYTES) return
  throw invalidInput({
    filter_template_details: `These filters come to ${kilobytes.toLocaleString('en-GB')} kB, and a template or link holds ${MAX_KILOBYTES}. Leave out some household references or postcodes, or split them into several.`,
  })
}
