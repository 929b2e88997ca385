import type { DuckDBDataChunk } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../snapshots/columns'

/**
 * A cell of a CSV file (RFC 4180) that a spreadsheet shows and does not run (decision 17).
 *
 * Policy: text that a spreadsheet would take for a formula — it begins with =, +, -, @ or their full-width
 * forms, with a tab or a line break, also after spaces — gets an apostrophe before it. A plain number and a
 * phone number (`-12.50`, `+44 7700 900123`) are neither changed: a spreadsheet has nothing in them to run.
 */
export function csvCell(text: string): string {
  const inert = RUNS_AS_FORMULA.test(text) && !NUMBER.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

const RUNS_AS_FORMULA = /^ *[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NUMBER = /^-?\d+(\.\d+)?$/
/** No hyphens: between digits a spreadsheet subtracts. */
const PHONE_NUMBER = /^\+\d[\d ]*$/
const NEEDS_QUOTES = /[",\r\n\t]|^ | $/

/** Kinds whose values can hold no text of a file, so that the database may write their cells. */
const isSafe = (column: SnapshotColumn) => column.kind !== 'text' && column.kind !== 'ward'

/** One stretch of a line: a text column, or neighbouring columns that the database joins with commas. */
interface Stretch {
  readonly expression: string
  readonly isText: boolean
}

/**
 * A line is read as few long texts, not as 44 values: the database formats and joins every column that
 * cannot hold a formula, and only the text columns pass through {@link csvCell}.
 */
const STRETCHES: readonly Stretch[] = SNAPSHOT_COLUMNS.reduce<{ columns: string[]; isText: boolean }[]>((found, column) => {
  const last = found.at(-1)
  if (last && !last.isText && isSafe(column)) last.columns.push(column.name)
  else found.push({ columns: [column.name], isText: !isSafe(column) })
  return found
}, []).map(({ columns, isText }) => ({
  isText,
  expression: isText
    ? `"${columns[0]}"::varchar`
    : columns.map((column) => `coalesce("${column}"::varchar, '')`).join(` || ',' || `),
}))

/** What to select for each line. */
export const CSV_EXPRESSIONS: readonly string[] = STRETCHES.map((stretch) => stretch.expression)

/** The first line: the columns' names as the snapshot format has them, so that an export can be imported again. */
export const CSV_HEADER = `${SNAPSHOT_COLUMNS.map((column) => column.name).join(',')}\r\n`

/** The lines of a chunk of {@link CSV_EXPRESSIONS}. */
export function csvLines(chunk: DuckDBDataChunk): string {
  const stretches = STRETCHES.map((_, index) => chunk.getColumnValues(index))
  let lines = ''
  for (let row = 0; row < chunk.rowCount; row++) {
    for (const [index, { isText }] of STRETCHES.entries()) {
      // Every expression is text; an empty cell is an empty text.
      const text = String(stretches[index]?.[row] ?? '')
      lines += (index === 0 ? '' : ',') + (isText ? csvCell(text) : text)
    }
    lines += '\r\n'
  }
  return lines
}
