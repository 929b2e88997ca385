import { listValue, quotedIdentifier, quotedString, type DuckDBValue } from '@duckdb/node-api'
import type { Area } from '#contract/households/area'
import { COLUMN_TYPES, SNAPSHOT_COLUMNS } from '../../columns/columns'
import type { Condition, Predicate } from '../predicate'
import type { TextColumnName } from '../snapshot'
import type { HouseholdsInside } from './areas/householdsInside'

/** Numbers parameters across conditions. @param values of an earlier condition */
export function createCompiler(
  wardCodes: readonly string[],
  householdsInside: HouseholdsInside,
  values: DuckDBValue[] = [],
) {
  const parameter = (value: DuckDBValue) => `$${values.push(value)}`

  function condition(one: Condition): string {
    if (one.kind === 'inside') return inside(one.area)
    if (one.kind === 'anyOf') return `(${one.conditions.map(condition).join(' or ') || 'false'})`
    const name = quotedIdentifier(one.column)
    switch (one.kind) {
      case 'flag':
        return one.value ? name : `not ${name}`
      case 'within':
        return `${name} >= ${parameter(one.from)}::double and ${name} < ${parameter(one.below)}::double`
      case 'between': {
        const column = columnNamed(one.column)
        if (!('range' in column)) throw new Error(`${one.column} is no column of numbers.`)
        // Larger numbers would overflow the column's type.
        const type = COLUMN_TYPES[column.kind]
        const from = Math.max(one.from, column.range[0])
        const to = Math.min(one.to, column.range[1])
        if (!(from <= to)) return 'false'
        return `${name} between ${parameter(from)}::${type} and ${parameter(to)}::${type}`
      }
      case 'oneOf':
        return one.isNot ? `not (${writeAlternatives(name, one)})` : writeAlternatives(name, one)
    }
  }

  function inside(area: Area): string {
    const bits = householdsInside.get(area)
    if (!bits) throw new Error('The households of an area were not found before its condition.')
    return `get_bit(${parameter(bits)}::bit, households.rowid::integer) = 1`
  }

  function writeAlternatives(name: string, { column, values: wanted }: Extract<Condition, { kind: 'oneOf' }>): string {
    if (wanted.length === 0) return 'false'
    const key = isTextColumn(column) ? KEY_SQL[column] : undefined
    if (key) {
      const list = `${parameter(listValue([...wanted]))}::varchar[]`
      return `${key(name)} in (select ${key('value')} from (select unnest(${list}) as value))`
    }
    // A text parameter would turn every row into text.
    const codes = listCodes(column)
    const known = [...new Set(wanted)].map((value) => codes.indexOf(value)).filter((code) => code !== -1)
    if (known.length === 0) return 'false'
    return `enum_code(${name}) in (${known.map((code) => `${parameter(code)}::usmallint`).join(', ')})`
  }

  function listCodes(name: string): readonly string[] {
    const column = columnNamed(name)
    if (column.kind === 'ward') return wardCodes
    if (column.kind === 'enum') return column.values.map((value) => value.name)
    throw new Error(`${name} is no column of listed values.`)
  }

  const conditions = (predicate: Predicate) => predicate.map(condition).join(' and ') || 'true'
  return { conditions, whole: (predicate: Predicate) => ({ where: conditions(predicate), values }) }
}

function columnNamed(name: string) {
  const column = SNAPSHOT_COLUMNS.find((each) => each.name === name)
  if (!column) throw new Error(`There is no snapshot column ${name}.`)
  return column
}

const isTextColumn = (name: string): name is TextColumnName => Object.hasOwn(KEY_SQL, name)

const isPlain = (expression: string) => `strlen(${expression}) = length(${expression})`

/** What lists and quotations put around a reference. */
const MARKS = '"\'.,;:‘’‚‛“”„«»•·▪◦‣●○■'
const ITEM = '^([-*–—]|o|[0-9]{1,4}[.)]|[•·▪◦‣●○■])[\\s\\p{Z}]+'
/** What word processors, mail and chats put between the signs of one. */
const INVISIBLE =
  '[\\s\\p{Z}\\p{C}\\x{034F}\\x{115F}\\x{1160}\\x{17B4}\\x{17B5}\\x{180B}-\\x{180F}\\x{3164}\\x{FE00}-\\x{FE0F}\\x{FFA0}\\x{E0100}-\\x{E01EF}]'
const DASHES =
  '[\\x{058A}\\x{1806}\\x{2010}-\\x{2015}\\x{2043}\\x{2053}\\x{207B}\\x{208B}\\x{2212}\\x{2E3A}\\x{2E3B}\\x{301C}\\x{3030}\\x{30A0}\\x{FE31}\\x{FE32}\\x{FE58}\\x{FE63}]'
const WIDE = Array.from({ length: 94 }, (_, at) => String.fromCodePoint(0xff01 + at)).join('')
const NARROW = Array.from({ length: 94 }, (_, at) => String.fromCodePoint(0x21 + at)).join('')

/** Case, spaces, invisible signs, full-width letters and the kind of a dash do not matter. */
function referenceKey(expression: string): string {
  const narrow = `translate(${expression}, ${quotedString(WIDE)}, ${quotedString(NARROW)})`
  const alone = `regexp_replace(${narrow}, ${quotedString(ITEM)}, '')`
  const visible = `regexp_replace(${alone}, ${quotedString(INVISIBLE)}, '', 'g')`
  const pasted = `regexp_replace(${visible}, ${quotedString(DASHES)}, '-', 'g')`
  const written = `case when ${isPlain(expression)} and not contains(${expression}, ' ') then ${expression} else ${pasted} end`
  return `lower(trim(${written}, ${quotedString(MARKS)}))`
}

/** Comparison keys of text columns. */
export const KEY_SQL: Readonly<Record<TextColumnName, (expression: string) => string>> = {
  household_reference: referenceKey,
  postcode: (expression) =>
    `upper(case when ${isPlain(expression)} then replace(${expression}, ' ', '') ` +
    `else regexp_replace(${expression}, '[^a-zA-Z0-9]', '', 'g') end)`,
}
