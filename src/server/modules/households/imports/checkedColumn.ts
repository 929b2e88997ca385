import { quotedIdentifier, quotedString } from '@duckdb/node-api'
import type { FaultKind } from '#contract/households/imports'
import {
  FILE_COLUMNS,
  ISO_LANGUAGES,
  MAX_REFERENCE_LENGTH,
  OPTIONAL_COLUMNS,
  type SnapshotColumn,
} from '../columns/columns'
import { isGarbled } from './garbledText'

/** docs/snapshot-format.md. DuckDB alone would accept "1e2" or "0x1F" as a whole number. */
export interface CheckedColumn {
  readonly name: string
  readonly nullable: boolean
  readonly isOptional?: boolean
  readonly value: (cell: string) => string
  readonly expected: string
  /** Personal data, at least where a separator was lost: reports omit values. */
  readonly isPrivate: boolean
  /** SQL: what stands for an empty cell. */
  readonly isNothing?: (cell: string) => string
  /** Taken, with a warning. */
  readonly doubts?: readonly CellDoubt[]
}

/** What may be wrong with a cell that is not empty. */
export interface CellDoubt {
  readonly kind: FaultKind
  readonly holds: (cell: string) => string
  readonly expected: string
}

const REFERENCE =
  `text of 1 to ${MAX_REFERENCE_LENGTH} characters, not what a spreadsheet makes of it ` +
  '(a number such as 1.23E+11, an error such as #REF!)'

/** Requires the enum types to exist. */
export const HOUSEHOLD_COLUMNS: readonly CheckedColumn[] = FILE_COLUMNS.map((column) => ({
  name: column.name,
  nullable: column.nullable,
  isOptional: OPTIONAL_COLUMNS.some(({ name }) => name === column.name),
  value: (cell: string) => readValue(column, cell),
  expected: describeExpectation(column),
  isPrivate: false,
}))

export const MAX_WARD_CODE_LENGTH = 20

/** An exponent is that of a residue, or of nothing. */
const POUNDS = '-?([0-9]{1,7}([.][0-9]+)?|[.][0-9]+)([eE]-[0-9]{1,3})?|-?0([.]0+)?[eE][+]?[0-9]{1,3}'

function readValue(column: SnapshotColumn, cell: string): string {
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
      return matching(cell, POUNDS, within(money(cell), column.range))
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

function describeExpectation(column: SnapshotColumn): string {
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

/** What programs make of references: long numbers without their last digits, errors, and words for nothing. */
const SPOILT =
  String.raw`[0-9]([.,][0-9]+)?[eE][+][0-9]+|[0-9][.,][0-9]+[eE]-?[0-9]+|#+|#N/A|#[A-Z/0]+[!?]|` +
  String.raw`NULL|null|NA|NaN|nan|None|<NA>|\\N`

/** What query tools, data frames and spreadsheets write where there is nothing. */
const FAILED = String.raw`\\+N|#+|#(REF!|N/A|NAME\?|VALUE!|NUM!|NULL!|DIV/0!|SPILL!|CALC!)|[\[(<](?i:null|na|nan|none|blank)[\])>]`
const NOTHING = String.raw`${FAILED}|(?i:null|n/?a|n\.a\.?|none|nil|nan|undefined|blank)`
/** Null, Na, Nan, Nil and Blank are names. */
const NO_NAME = String.raw`${FAILED}|NULL|null|NA|N/A|n/a|N\.A\.?|NAN|NaN|nan|NONE|None|none|NIL|nil|undefined`
const MAX_NOTHING = 12
const SIGNS_FOR_NOTHING = '[-–—._?*/]+'
const matches = (cell: string, pattern: string) =>
  `(strlen(${cell}) <= ${MAX_NOTHING} and regexp_full_match(${cell}, ${quotedString(pattern)}))`

/** A contact's column, empty where a program wrote that it is. */
function contactColumn(column: Omit<CheckedColumn, 'isNothing' | 'isPrivate'>, nothing = NOTHING): CheckedColumn {
  const word: CellDoubt = {
    kind: 'word for nothing',
    holds: (cell) => matches(cell, nothing),
    expected: 'nothing, where it says NULL, N/A or the like; read as empty',
  }
  return {
    ...column,
    isPrivate: true,
    isNothing: (cell) => matches(cell, `${nothing}|${SIGNS_FOR_NOTHING}`),
    doubts: [word, ...(column.doubts ?? [])],
  }
}

export const MAX_CONTACT_TEXT = 200

const text = (name: string, nothing = NOTHING, written = (cell: string) => cell): CheckedColumn =>
  contactColumn(
    {
      name,
      nullable: true,
      value: (cell) => plainText(written(cell), MAX_CONTACT_TEXT),
      expected: `text of up to ${MAX_CONTACT_TEXT} characters, or empty`,
      doubts: [
        {
          kind: 'garbled text',
          holds: isGarbled,
          expected: 'letters as people write them; it looks as if it had been read in another character set',
        },
      ],
    },
    nothing,
  )

const address = (name: string): CheckedColumn =>
  text(name, NOTHING, (cell) => `regexp_replace(${cell}, ${quotedString('[ ,]*[\\r\\n\\v\\f]\\s*')}, ', ', 'g')`)

/** Drops the ".0" of number cells and the apostrophe that keeps a zero; mobileChecks.ts reads the rest. */
const mobile = (cell: string) =>
  `left(regexp_replace(regexp_replace(${cell}, ${quotedString("^'|[.]0+$")}, '', 'g'), '[[:cntrl:]]+', ' ', 'g'), ` +
  `${MAX_CONTACT_TEXT})`

export const CONTACT_COLUMNS: readonly CheckedColumn[] = [
  {
    name: 'household_reference',
    nullable: false,
    value: reference,
    expected: REFERENCE,
    isPrivate: false,
  },
  text('title'),
  text('first_name', NO_NAME),
  text('last_name', NO_NAME),
  address('address_line_1'),
  address('address_line_2'),
  address('town'),
  contactColumn({
    name: 'postcode',
    nullable: true,
    // BS 7666; the ONS pads to seven characters.
    value: (cell) =>
      matching(
        cell,
        '(?i)[a-z]{1,2}[0-9][a-z0-9]?[\\s\\p{Z}\\p{Cf}]*[0-9][a-z]{2}',
        `regexp_replace(${cell}, ${quotedString('[\\s\\p{Z}\\p{Cf}]+')}, ' ')`,
      ),
    expected: 'a UK postcode, or empty',
  }),
  contactColumn({ name: 'mobile', nullable: true, value: mobile, expected: 'a phone number, or empty' }),
  contactColumn({
    name: 'preferred_language',
    nullable: true,
    value: (cell) =>
      `case when ${cell} in (${Object.keys(ISO_LANGUAGES).map(quotedString).join(', ')}) then ${cell} end`,
    expected: 'a two-letter language code (ISO 639-1), such as en, or empty',
  }),
  { name: 'do_not_contact', nullable: false, value: flag, expected: 'true or false', isPrivate: true },
]

/** Drops the apostrophe by which our exports keep spreadsheets from running it. */
function reference(cell: string): string {
  const own = `substr(${cell}, 2)`
  const isMarked = `regexp_matches(${cell}, ${quotedString(MARKED)}) and not regexp_full_match(${own}, ${quotedString(PLAIN_NUMBER)})`
  const isSpoilt = `regexp_full_match(${cell}, ${quotedString(SPOILT)})`
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
