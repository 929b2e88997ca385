import { quotedIdentifier, quotedString } from '@duckdb/node-api'
import {
  FILE_COLUMNS,
  ISO_LANGUAGES,
  MAX_REFERENCE_LENGTH,
  OPTIONAL_COLUMNS,
  type SnapshotColumn,
} from '../columns/columns'

/** docs/snapshot-format.md. DuckDB alone would accept "1e2" or "0x1F" as a whole number. */
export interface CheckedColumn {
  readonly name: string
  readonly nullable: boolean
  readonly isOptional?: boolean
  readonly value: (cell: string) => string
  readonly expected: string
  /** Personal data, at least where a separator was lost: reports omit values. */
  readonly isPrivate: boolean
}

const REFERENCE =
  `text of 1 to ${MAX_REFERENCE_LENGTH} characters, not what a spreadsheet makes of it ` +
  '(a number such as 1.23E+11, an error such as #REF!)'

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
      return column.name === 'household_reference'
        ? reference(cell)
        : column.format
          ? matching(cell, column.format.pattern, cell)
          : plainText(cell, column.maxLength)
    case 'ward':
      return plainText(cell, MAX_WARD_CODE_LENGTH)
    case 'enum':
      return `try_cast(${cell} as ${quotedIdentifier(column.name)})`
    case 'integer':
      return matching(cell, '[0-9]{1,3}([.]0+)?', within(`try_cast(${cell} as utinyint)`, column.range))
    case 'money':
      return matching(cell, '-?([0-9]{1,7}([.][0-9]+)?|[.][0-9]+)([eE]-[0-9]{1,3})?', within(money(cell), column.range))
    case 'flag':
      return flag(cell)
    case 'degrees':
      return matching(
        cell,
        '-?([0-9]{1,3}([.][0-9]+)?|[.][0-9]+)([eE][+-]?[0-9]{1,3})?',
        within(`try_cast(${cell} as double)`, column.range),
      )
  }
}

function expectationOf(column: SnapshotColumn): string {
  const empty = column.nullable ? ', or empty' : ''
  switch (column.kind) {
    case 'text':
      if (column.name === 'household_reference') return REFERENCE
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

const ERRORS = ['#REF!', '#N/A', '#NAME?', '#VALUE!', '#NUM!', '#NULL!', '#DIV/0!', '#SPILL!', '#CALC!']
/** Spellings of "nothing"; "Null" is a name. */
const NOTHING = ['NULL', 'null', '\\N', 'NaN', 'nan', 'None', '<NA>']
/** UTF-8 read as Windows-1252 ("SiÃ¢n"), lost signs, and HTML. */
const GARBLED =
  '[ÂÃÄÅ][\\x{80}-\\x{BF}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|\\x{FFFD}|&(#[0-9]+|#[xX][0-9a-fA-F]+|amp|apos|quot|nbsp|[a-zA-Z](acute|circ|grave|uml));'
/** Cheap test first. */
const isGarbled = (cell: string) =>
  `(strlen(${cell}) <> length(${cell}) or contains(${cell}, '&')) and regexp_matches(${cell}, ${quotedString(GARBLED)})`
/** A long number without its last digits. */
const isRounded = (cell: string) => `regexp_full_match(${cell}, '[0-9]([.][0-9]+)?[eE][+][0-9]+')`
const isOneOf = (cell: string, words: readonly string[]) => `${cell} in (${words.map(quotedString).join(', ')})`

const text = (name: string, maxLength: number, written = (cell: string) => cell): CheckedColumn => ({
  name,
  nullable: true,
  value: (cell) =>
    `case when not (${isOneOf(cell, [...ERRORS, ...NOTHING])} or ${isGarbled(cell)}) ` +
    `then ${plainText(written(cell), maxLength)} end`,
  expected: `text of up to ${maxLength} characters, or empty; not what a program made of it (NULL, #N/A, Ã¢, &amp;)`,
  isPrivate: true,
})

export const MAX_CONTACT_TEXT = 200

const address = (name: string): CheckedColumn =>
  text(
    name,
    MAX_CONTACT_TEXT,
    (cell) => `regexp_replace(${cell}, ${quotedString('[ ,]*[\\r\\n\\v\\f]\\s*')}, ', ', 'g')`,
  )

/** Drops the ".0" of number cells and the apostrophe that keeps a zero. */
const mobile = (cell: string) =>
  `case when not ${isRounded(cell)} then regexp_replace(${cell}, ${quotedString("^'|[.]0+$")}, '', 'g') end`

export const CONTACT_COLUMNS: readonly CheckedColumn[] = [
  {
    name: 'household_reference',
    nullable: false,
    value: reference,
    expected: REFERENCE,
    isPrivate: false,
  },
  text('title', MAX_CONTACT_TEXT),
  text('first_name', MAX_CONTACT_TEXT),
  text('last_name', MAX_CONTACT_TEXT),
  address('address_line_1'),
  address('address_line_2'),
  address('town'),
  {
    name: 'postcode',
    nullable: true,
    // BS 7666; the ONS pads to seven characters.
    value: (cell) =>
      matching(
        cell,
        '(?i)[a-z]{1,2}[0-9][a-z0-9]?[\\s\\p{Z}]*[0-9][a-z]{2}',
        `regexp_replace(${cell}, ${quotedString('[\\s\\p{Z}]+')}, ' ')`,
      ),
    expected: 'a UK postcode, or empty',
    isPrivate: true,
  },
  {
    ...text('mobile', 30, mobile),
    expected: 'a phone number of up to 30 characters, or empty; not what a program made of it (7.7009E+09, NULL)',
  },
  {
    name: 'preferred_language',
    nullable: true,
    value: (cell) =>
      `case when ${cell} in (${Object.keys(ISO_LANGUAGES).map(quotedString).join(', ')}) then ${cell} end`,
    expected: 'a two-letter language code (ISO 639-1), such as en, or empty',
    isPrivate: true,
  },
  { name: 'do_not_contact', nullable: false, value: flag, expected: 'true or false', isPrivate: true },
]

/** Drops the apostrophe by which our exports keep spreadsheets from running it. */
function reference(cell: string): string {
  const own = `substr(${cell}, 2)`
  const isMarked = `regexp_matches(${cell}, ${quotedString(MARKED)}) and not regexp_full_match(${own}, ${quotedString(PLAIN_NUMBER)})`
  const isSpoilt = `${isRounded(cell)} or ${isOneOf(cell, ERRORS)}`
  return `case when ${isSpoilt} then null when ${isMarked} then ${plainText(own, MAX_REFERENCE_LENGTH)} else ${plainText(cell, MAX_REFERENCE_LENGTH)} end`
}

/** What `csvCell` in lib/csv.ts writes for what would run. */
const MARKED = `^'[\\s\\p{Z}\\p{Cf}"\u201C\u201D]*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]`
const PLAIN_NUMBER = '-?[0-9]+([.][0-9]+)?|[+][0-9][0-9 ]*'

function plainText(cell: string, maxLength: number): string {
  return `case when length(${cell}) <= ${maxLength} and not regexp_matches(${cell}, '[[:cntrl:]]') then ${cell} end`
}

function matching(cell: string, pattern: string, value: string): string {
  return `case when regexp_full_match(${cell}, ${quotedString(pattern)}) then ${value} end`
}

/** Sums in floating point leave residues such as -1.4e-14, which a cast to decimal would make 0.01. */
function money(cell: string): string {
  return (
    `case when ${cell} ilike '%e%' then try_cast(try_cast(${cell} as double) as decimal(9,2)) ` +
    `else try_cast(${cell} as decimal(9,2)) end`
  )
}

function flag(cell: string): string {
  return `case lower(${cell}) when 'true' then true when 'false' then false end`
}
