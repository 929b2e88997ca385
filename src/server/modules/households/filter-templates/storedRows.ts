/** Each filter's words are stored once, so that thousands of references fit (docs/security.md#what-one-person-can-store). */
import { z } from 'zod'
import { templateValueRowSchema, type TemplateValueRow } from '#contract/households/filterTemplates'
import { NO_HOUSEHOLD } from '#contract/households/filters'
import { invalidInput } from '../../../http/faults'
import type { IsErased } from '../../platform/erasure-ledger/service'

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

const nameOf = (value: StoredFilter['values'][number]): string => (typeof value === 'string' ? value : value[0])

/** Whether a value is such a reference. */
export const namesHousehold = (filters: readonly StoredFilter[], isOne: IsErased): boolean =>
  filters.some(({ values }) => values.some((value) => isOne(nameOf(value))))

/** {@link NO_HOUSEHOLD} replaces them: no value would select everybody. */
export const withoutHouseholds = (filters: readonly StoredFilter[], isErased: IsErased): StoredFilter[] =>
  filters.map((filter) => ({
    ...filter,
    values: filter.values.map((value) => (isErased(nameOf(value)) ? NO_HOUSEHOLD : value)),
  }))

/** @throws Fault 422 for more than is stored of one template or link */
export function requireStorable(filters: readonly StoredFilter[]): void {
  const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(filters)) / KILOBYTE)
  if (kilobytes <= MAX_KILOBYTES) return
  throw invalidInput({
    filter_template_details: `These filters come to ${kilobytes.toLocaleString('en-GB')} kB, and a template or link holds ${MAX_KILOBYTES}. Leave out some household references or postcodes, or split them into several.`,
  })
}
