/**
 * The one compiler from selected filters to SQL, used by the map, the CSV, the calculator and campaigns.
 *
 * Policy (docs/product.md#filters): values of one filter are ORed, filters are ANDed, no filter means every household.
 * - An unknown filter, an unknown value of a catalogue filter, an unknown ward or local authority, a filter
 *   named twice, one without a value, a range that is not two numbers in order: 422, named by its path.
 *   Nothing that a caller meant as a restriction is ever ignored: ignoring it would write to more households.
 * - An unknown household reference or postcode matches nothing. Those lists change with every snapshot, and
 *   a selection made last month stays usable.
 * - Ranges include both ends. A household whose value is empty is in no range, the whole one included.
 *
 * No text of a request becomes SQL: columns come from the catalogue, values go as parameters.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import { listValue } from '@duckdb/node-api'
import type { FilterRequest } from '#contract/filters'
import { DYNAMIC_FILTER_NAMES } from '#contract/filters'
import { invalidInput } from '../../faults'
import type { BoundFilter, EnumCodes, SnapshotCatalogue } from './boundCatalogue'
import { placesNamed } from './places'

/** A condition for a WHERE clause; its parameters are `$1` to `$n`, so that a caller's own come after. */
export interface Predicate {
  readonly sql: string
  readonly values: DuckDBValue[]
}

type Requested = FilterRequest['filter_request_list'][number]
type List = keyof FilterRequest

/** Faults by path, gathered so that one answer names everything that is wrong. */
type Fields = Record<string, string>

/** More would not help anyone, and an answer should stay readable. */
const MOST_FIELDS = 20

/**
 * Compiles selected filters against the catalogue of the snapshot they will be asked of.
 *
 * @throws Fault 422 whose `fields` name each wrong part by its path (`filter_request_list.0.filter_name`).
 */
export function compilePredicate(request: FilterRequest, catalogue: Pick<SnapshotCatalogue, 'filters'>): Predicate {
  const fields: Fields = {}
  const values: DuckDBValue[] = []
  const seen = new Set<string>()
  const conditions: string[] = []

  for (const list of ['filter_request_list', 'dynamic_filter_value_request_list'] as const) {
    request[list].forEach((requested, index) => {
      const path = `${list}.${index}`
      const filter = accepted(requested, list, path, catalogue.filters, seen, fields)
      if (!filter) return
      const parameter = (value: DuckDBValue) => `$${values.push(value)}`
      conditions.push(condition(filter, requested.filter_value_list, `${path}.filter_value_list`, parameter, fields))
    })
  }
  const named = Object.entries(fields)
  if (named.length > 0) throw invalidInput(Object.fromEntries(named.slice(0, MOST_FIELDS)))
  return { sql: conditions.length === 0 ? 'true' : conditions.join(' and '), values }
}

/** The filter that is asked for, or nothing, with the reason in `fields`. */
function accepted(
  requested: Requested,
  list: List,
  path: string,
  filters: SnapshotCatalogue['filters'],
  seen: Set<string>,
  fields: Fields,
): BoundFilter | undefined {
  const name = requested.filter_name
  const filter = filters.get(name)
  const isDynamic = DYNAMIC_FILTER_NAMES.some((dynamic) => dynamic === name)
  if (!filter) {
    fields[`${path}.filter_name`] = 'There is no filter of this name.'
  } else if (isDynamic !== (list === 'dynamic_filter_value_request_list')) {
    fields[`${path}.filter_name`] = isDynamic
      ? 'This filter belongs in dynamic_filter_value_request_list.'
      : 'This filter belongs in filter_request_list.'
  } else if (seen.has(name)) {
    fields[`${path}.filter_name`] = 'This filter is there twice. Put its values in one list.'
  } else if (requested.filter_value_list.length === 0) {
    fields[`${path}.filter_value_list`] = 'Choose at least one value, or leave the filter out.'
  } else {
    const unreadable = requested.filter_value_list.findIndex((value) => UNREADABLE.test(value))
    seen.add(name)
    if (unreadable === -1) return filter
    fields[`${path}.filter_value_list.${unreadable}`] = 'This value holds characters that cannot be read.'
  }
  return undefined
}

/** Control characters and halves of characters: no name has them, and not every store can keep them. */
const UNREADABLE = /[\p{Cc}\p{Cs}]/u

function condition(
  filter: BoundFilter,
  wanted: readonly string[],
  path: string,
  parameter: (value: DuckDBValue) => string,
  fields: Fields,
): string {
  const column = `"${filter.column.name}"`
  switch (filter.kind) {
    case 'flag':
      return flagCondition(column, wanted, path, fields)
    case 'choice': {
      refuseUnknown(wanted, (value) => filter.codes.has(value), path, fields)
      return enumCondition(column, filter.codes, wanted, parameter)
    }
    case 'range':
      return rangeCondition(filter, column, wanted, path, parameter, fields)
    case 'place': {
      const places = wanted.map((name) => placesNamed(filter.options, name))
      refuseUnknown(wanted, (_, index) => (places[index]?.length ?? 0) > 0, path, fields)
      const wards = places.flat().flatMap((place) => place.wardCodes)
      return enumCondition(column, filter.codes, wards, parameter)
    }
    case 'reference':
      return textCondition(referenceKey, column, wanted, parameter)
    case 'postcode':
      return textCondition(postcodeKey, column, wanted, parameter)
  }
}

/**
 * Compares the enum's numbers, which takes half the time of comparing its texts: a parameter is text to DuckDB,
 * and every row's value would be turned into text first.
 */
function enumCondition(
  column: string,
  codes: EnumCodes,
  values: readonly string[],
  parameter: (value: DuckDBValue) => string,
): string {
  const wanted = new Set(values.flatMap((value) => codes.get(value) ?? []))
  // Only where every value was unknown, which has been noted as a fault.
  if (wanted.size === 0) return 'false'
  return `enum_code(${column}) in (${[...wanted].map((code) => `${parameter(code)}::usmallint`).join(', ')})`
}

/** @param key of a text, as it is compared */
const textCondition = (
  key: (expression: string) => string,
  column: string,
  wanted: readonly string[],
  parameter: (value: DuckDBValue) => string,
): string =>
  `${key(column)} in (select ${key('value')} from (select unnest(${parameter(listValue([...wanted]))}::varchar[]) as value))`

/** SQL: a household reference as it is compared, ignoring case and surrounding space. */
export const referenceKey = (expression: string): string => `lower(trim(${expression}))`

/** SQL: a postcode as it is compared, ignoring case and spaces. */
export const postcodeKey = (expression: string): string => `upper(replace(${expression}, ' ', ''))`

function flagCondition(column: string, wanted: readonly string[], path: string, fields: Fields): string {
  refuseUnknown(wanted, (value) => value === 'true' || value === 'false', path, fields)
  const both = wanted.includes('true') && wanted.includes('false')
  if (both) return `${column} is not null`
  return wanted.includes('true') ? column : `not ${column}`
}

function refuseUnknown(
  wanted: readonly string[],
  known: (value: string, index: number) => boolean,
  path: string,
  fields: Fields,
): void {
  wanted.forEach((value, index) => {
    if (!known(value, index)) fields[`${path}.${index}`] = 'This filter has no such value.'
  })
}

/** A plain number as people and programs write it; not `1e3`, `0x10`, `Infinity` or nothing. */
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

function rangeCondition(
  filter: Extract<BoundFilter, { kind: 'range' }>,
  column: string,
  wanted: readonly string[],
  path: string,
  parameter: (value: DuckDBValue) => string,
  fields: Fields,
): string {
  const { kind, range } = filter.column
  if (wanted.length !== 2) {
    fields[path] = 'A range is exactly two values: a minimum and a maximum.'
    return 'false'
  }
  const numbers = wanted.map((text) => text.trim()).map((text) => (NUMBER.test(text) ? Number(text) : Number.NaN))
  numbers.forEach((number, index) => {
    if (Number.isNaN(number)) fields[`${path}.${index}`] = 'This is not a number.'
    else if (kind === 'integer' && !Number.isInteger(number)) fields[`${path}.${index}`] = 'This is not a whole number.'
  })
  const [least = Number.NaN, most = Number.NaN] = numbers
  if (least > most) fields[path] = 'The minimum is greater than the maximum.'
  // Outside what the column can hold there is nothing to find, and the number would not fit its type.
  const from = Math.max(least, range[0])
  const to = Math.min(most, range[1])
  if (!(from <= to)) return 'false'
  const type = filter.column.memoryType ?? 'DOUBLE'
  return `${column} between ${parameter(from)}::${type} and ${parameter(to)}::${type}`
}
