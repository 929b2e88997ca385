import { quotedIdentifier, quotedString } from '@duckdb/node-api'
import {
  FILE_COLUMNS,
  ISO_LANGUAGES,
  MAX_REFERENCE_LENGTH,
  OPTIONAL_COLUMNS,
  type SnapshotColumn,
} from '../columns/columns'

/**
 * docs/snapshot-format.md. DuckDB alone would accept "1e2" or "0x1F" as a whole number. A trailing ".0" is allowed,
 * because tools add it in columns with empty cells.
 */
export interface CheckedColumn {
  readonly name: string
  readonly nullable: boolean
  readonly isOptional?: boolean
  readonly value: (cell: string) => string
  readonly expected: string
  /** Personal data: reports omit its values. */
  readonly isPrivate: boolean
}

/** Requires the enum types to exist. */
export const HOUSEHOLD_COLUMNS: readonly CheckedColumn[] = FILE_COLUMNS.map((column) => ({
  name: column.name,
  nullable: column.nullable,
  isOptional: OPTIONAL_COLUMNS.some(({ name }) => name === column.name),
  value: (cell: string) => valueOf(column, cell),
  expected: expectationOf(column),
  isPrivate: false,
}))

export const MAX_WARD_CODE_LENGTH = 20

function valueOf(column: SnapshotColumn, cell: string): string {
  const within = (value: string, [least, most]: readonly [number, number]) =>
    `case when ${value} between ${least} and ${most} then ${value} end`
  switch (column.kind) {
    case 'text':
      return column.format ? matching(cell, column.format.pattern, cell) : plainText(cell, column.maxLength)
    case 'ward':
      return plainText(cell, MAX_WARD_CODE_LENGTH)
    case 'enum':
      return `try_cast(${cell} as ${quotedIdentifier(column.name)})`
    case 'integer':
      return matching(cell, '[0-9]{1,3}([.]0+)?', within(`try_cast(${cell} as utinyint)`, column.range))
    case 'money':
      return matching(cell, '-?[0-9]{1,7}([.][0-9]+)?', within(`try_cast(${cell} as decimal(9,2))`, column.range))
    case 'flag':
      return flag(cell)
    case 'degrees':
      return matching(cell, '-?[0-9]{1,3}([.][0-9]+)?(e-[0-9]+)?', within(`try_cast(${cell} as double)`, column.range))
  }
}

function expectationOf(column: SnapshotColumn): string {
  const empty = column.nullable ? ', or empty' : ''
  switch (column.kind) {
    case 'text':
      return column.format?.expected ?? `text of 1 to ${column.maxLength} characters`
    case 'ward':
      return 'the code of a ward'
    case 'enum':
      return column.name === 'preferred_language'
        ? 'a two-letter language code (ISO 639-1), such as en'
        : `one of ${column.values.map((value) => value.name).join(', ')}${empty}`
    case 'integer':
      return `a whole number from ${column.range[0]} to ${column.range[1]}${empty}`
    case 'money':
      return column.range[0] < 0
        ? 'pounds, such as 12.50 or -12.50, below 10 million'
        : 'pounds, such as 12.50, not negative, below 10 million'
    case 'flag':
      return 'true or false'
    case 'degrees':
      return `degrees from ${column.range[0]} to ${column.range[1]}, such as -2.3643`
  }
}

const text = (name: string, maxLength: number): CheckedColumn => ({
  name,
  nullable: true,
  value: (cell) => plainText(cell, maxLength),
  expected: `text of up to ${maxLength} characters`,
  isPrivate: true,
})

export const MAX_CONTACT_TEXT = 200

export const CONTACT_COLUMNS: readonly CheckedColumn[] = [
  {
    name: 'household_reference',
    nullable: false,
    value: (cell) => plainText(cell, MAX_REFERENCE_LENGTH),
    expected: `text of 1 to ${MAX_REFERENCE_LENGTH} characters`,
    isPrivate: false,
  },
  text('title', MAX_CONTACT_TEXT),
  text('first_name', MAX_CONTACT_TEXT),
  text('last_name', MAX_CONTACT_TEXT),
  text('address_line_1', MAX_CONTACT_TEXT),
  text('address_line_2', MAX_CONTACT_TEXT),
  text('town', MAX_CONTACT_TEXT),
  {
    name: 'postcode',
    nullable: true,
    // BS 7666.
    value: (cell) => matching(cell, '(?i)[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}', cell),
    expected: 'a UK postcode, or empty',
    isPrivate: true,
  },
  text('mobile', 30),
  {
    name: 'preferred_language',
    nullable: true,
    value: (cell) =>
      `case when ${cell} in (${Object.keys(ISO_LANGUAGES).map(quotedString).join(', ')}) then ${cell} end`,
    expected: 'a two-letter language code (ISO 639-1), such as en, or empty',
    isPrivate: false,
  },
  { name: 'do_not_contact', nullable: false, value: flag, expected: 'true or false', isPrivate: false },
]

function plainText(cell: string, maxLength: number): string {
  return `case when length(${cell}) <= ${maxLength} and not regexp_matches(${cell}, '[[:cntrl:]]') then ${cell} end`
}

function matching(cell: string, pattern: string, value: string): string {
  return `case when regexp_full_match(${cell}, ${quotedString(pattern)}) then ${value} end`
}

function flag(cell: string): string {
  return `case lower(${cell}) when 'true' then true when 'false' then false end`
}
