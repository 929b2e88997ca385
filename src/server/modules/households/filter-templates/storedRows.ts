/** Each filter's words are stored once, so that thousands of references fit (docs/security.md#what-one-person-can-store). */
import { z } from 'zod'
import { NO_HOUSEHOLD, REFERENCE_FILTER } from '#contract/households/filters'
import { templateValueRowSchema, type TemplateValueRow } from '#contract/households/filterTemplates'
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
  for (const { category_name, filter_name, filter_display_name, filter_value: value } of rows) {
    const key = [category_name, filter_name, filter_display_name].join('\n')
    const filter = filters.get(key) ?? { category_name, filter_name, filter_display_name, values: [] }
    filter.values.push(value.name === value.display_name ? value.name : [value.name, value.display_name])
    filters.set(key, filter)
  }
  return [...filters.values()]
}

/** Reads filters stored as JSON. */
export function readStored(stored: unknown): StoredFilter[] {
  const filters: StoredFilter[] = []
  const rows: TemplateValueRow[] = []
  for (const one of storedSchema.parse(stored)) {
    if ('values' in one) filters.push(one)
    else rows.push(one)
  }
  return [...filters, ...packRows(rows)]
}

/** What {@link packRows} packed. */
export const unpackRows = (filters: readonly StoredFilter[]): TemplateValueRow[] =>
  filters.flatMap(({ values, ...words }) =>
    values.map((value) => {
      const [name, display_name] = typeof value === 'string' ? [value, value] : value
      return { ...words, filter_value: { name, display_name } }
    }),
  )

const readName = (value: StoredFilter['values'][number]): string => (typeof value === 'string' ? value : value[0])

/** The references among stored filters' values. */
export const storedReferences = (filters: readonly StoredFilter[]): string[] =>
  filters.filter(isReference).flatMap(({ values }) => values.map(readName))

const isReference = ({ filter_name }: StoredFilter) => filter_name === REFERENCE_FILTER

/** With {@link NO_HOUSEHOLD}, last, for each erased household: no value would select everybody. */
export const withoutHouseholds = (filters: readonly StoredFilter[], isErased: IsErased): StoredFilter[] =>
  filters.map((filter) => {
    if (!isReference(filter)) return filter
    const values = filter.values.filter((value) => !isErased(readName(value)))
    const erased = Array.from({ length: filter.values.length - values.length }, () => NO_HOUSEHOLD)
    return { ...filter, values: [...values, ...erased] }
  })

/** @throws Fault 422 for more than is stored of one template or link */
export function requireStorable(filters: readonly StoredFilter[]): void {
  const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(filters)) / KILOBYTE)
  if (kilobytes <= MAX_KILOBYTES) return
  throw invalidInput({
    filter_template_details: `These filters come to ${kilobytes.toLocaleString('en-GB')} kB, and a template or link holds ${MAX_KILOBYTES}. Leave out some household references or postcodes, or split them into several.`,
  })
}
