import { AREA_CATEGORY, AREA_FILTER, areaInWords, readArea } from '#contract/households/area'
import {
  HOUSEHOLD_REFERENCE_CATEGORY,
  isRangeType,
  NO_HOUSEHOLD,
  type FilterCategory,
  type FilterRequest,
  type FilterValue,
  type HouseholdReferenceFilter,
} from '#contract/households/filters'
import { LISTED_FILTERS, overTimeInWords } from '#contract/households/overTime'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import { invalidInput } from '../../../http/faults'
import { readNumber } from '../filters/compileFilters'

export interface TemplateDetail {
  readonly filter_name: string
  readonly filter_value_names: readonly string[]
}

export type KnownFilters = ReadonlyMap<string, KnownFilter>

interface KnownFilter {
  readonly category: string
  readonly displayName: string
  readonly isRange: boolean
  /** Values come from the data, and change with snapshots. */
  readonly isOpen: boolean
  readonly values: ReadonlyMap<string, FilterValue>
}

const OPEN_FILTERS: readonly string[] = ['household_references', 'postcodes']

/** By name, in today's wording. */
export function knownFilters(
  categories: readonly FilterCategory[],
  references: Pick<HouseholdReferenceFilter, 'filter_name' | 'display_name'>,
): KnownFilters {
  const known = new Map<string, KnownFilter>()
  for (const category of categories) {
    for (const filter of category.subcategories.flatMap((subcategory) => subcategory.filters)) {
      known.set(filter.filter_name, {
        category: category.category_name,
        displayName: filter.display_name,
        isRange: isRangeType(filter.type),
        isOpen: OPEN_FILTERS.includes(filter.filter_name),
        values: new Map(filter.filter_values.map((value) => [value.name, value])),
      })
    }
  }
  const outside = { isRange: false, values: new Map() }
  const { filter_name, display_name: displayName } = references
  known.set(filter_name, { category: HOUSEHOLD_REFERENCE_CATEGORY, displayName, isOpen: true, ...outside })
  for (const { category_name: category, ...filter } of LISTED_FILTERS) {
    known.set(filter.filter_name, { category, displayName: filter.display_name, isOpen: false, ...outside })
  }
  const { filter_name: area, display_name: areaName } = AREA_FILTER
  known.set(area, { category: AREA_CATEGORY, displayName: areaName, isOpen: true, ...outside })
  return known
}

/**
 * Rows keep today's wording, so that a value dropped later can still be named.
 * @throws Fault 422 for unknown or repeated filters, unknown values or a wrong range
 */
export function templateRows(details: readonly TemplateDetail[], known: KnownFilters): TemplateValueRow[] {
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  const rows = details.flatMap((detail, index) => {
    const path = `filter_template_details.${index}`
    const filter = known.get(detail.filter_name)
    if (!filter) fields[`${path}.filter_name`] = 'There is no filter of this name.'
    else if (seen.has(detail.filter_name)) fields[`${path}.filter_name`] = 'This filter is there twice.'
    seen.add(detail.filter_name)
    if (!filter) return []
    if (filter.isRange && !isRange(detail.filter_value_names)) {
      fields[`${path}.filter_value_names`] = 'A range is exactly two numbers: a minimum and a maximum.'
    }
    if (detail.filter_name === AREA_FILTER.filter_name) return [areaRow(detail, path, fields)]
    return detail.filter_value_names.map((name, at) => {
      const overTime = overTimeInWords(detail.filter_name, name)
      const value =
        filter.values.get(name) ??
        (overTime === undefined ? undefined : { name, display_name: overTime }) ??
        (filter.isRange || filter.isOpen ? { name, display_name: name } : undefined)
      if (!value) fields[`${path}.filter_value_names.${at}`] = 'This filter has no such value.'
      return {
        category_name: filter.category,
        filter_name: detail.filter_name,
        filter_display_name: filter.displayName,
        filter_value: value ?? { name, display_name: name },
      }
    })
  })
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
  return rows
}

/**
 * In today's wording. What the catalogue lacks keeps its words and is never left out, because that would choose more
 * households.
 */
export const requestRows = (request: FilterRequest, known: KnownFilters): TemplateValueRow[] =>
  [...request.filter_request_list, ...request.dynamic_filter_value_request_list].flatMap(
    ({ filter_name: name, filter_value_list: given }) => {
      const filter = known.get(name)
      const byWords = new Map([...(filter?.values.values() ?? [])].map((value) => [value.display_name, value]))
      // An erasure may have emptied it.
      return (given.length > 0 ? given : [NO_HOUSEHOLD]).map((value) => ({
        category_name: filter?.category ?? name,
        filter_name: name,
        filter_display_name: filter?.displayName ?? name,
        filter_value: filter?.values.get(value) ??
          byWords.get(value) ?? { name: value, display_name: wordValue(name, value) },
      }))
    },
  )

const wordValue = (filterName: string, value: string): string =>
  filterName === AREA_FILTER.filter_name ? areaInWords(value) : (overTimeInWords(filterName, value) ?? value)

function areaRow(
  { filter_value_names: [text = '', ...more] }: TemplateDetail,
  path: string,
  fields: Record<string, string>,
) {
  const read = readArea(text)
  if (more.length > 0) fields[`${path}.filter_value_names`] = 'There is one area at a time.'
  else if ('problem' in read) fields[`${path}.filter_value_names.0`] = read.problem
  return {
    category_name: AREA_CATEGORY,
    filter_name: AREA_FILTER.filter_name,
    filter_display_name: AREA_FILTER.display_name,
    filter_value: { name: text, display_name: areaInWords(text) },
  }
}

function isRange(names: readonly string[]): boolean {
  const [least = Number.NaN, most = Number.NaN] = names.map(readNumber)
  return names.length === 2 && least <= most
}
