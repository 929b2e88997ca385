import type { DuckDBDataChunk } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS } from '../snapshots/columns'

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

/** A column of a CSV file: its heading, and the SQL of its value. */
export interface CsvColumn {
  readonly name: string
  readonly expression: string
  /** Whether the value can hold text of an imported file; any other is written by the database as it is. */
  readonly isText: boolean
}

/** Every column of the snapshot, named as the snapshot format has them, so that an export can be imported again. */
export const SNAPSHOT_CSV: readonly CsvColumn[] = SNAPSHOT_COLUMNS.map((column) => ({
  name: column.name,
  expression: `"${column.name}"`,
  isText: column.kind === 'text' || column.kind === 'ward',
}))

/** How a CSV of these columns is read from the database and written. */
export interface CsvFormat {
  readonly header: string
  /** What to select for each line. */
  readonly expressions: readonly string[]
  /** The lines of a chunk of those. */
  lines(chunk: DuckDBDataChunk): string
}

/**
 * Plans a CSV. A line is read as a few long texts, not as a value a column: the database formats and joins
 * neighbouring columns that cannot hold a formula, and only the text columns pass through {@link csvCell}.
 */
export function csvOf(columns: readonly CsvColumn[]): CsvFormat {
  const stretches: { isText: boolean; expressions: string[] }[] = []
  for (const { expression, isText } of columns) {
    const last = stretches.at(-1)
    const cell = `coalesce((${expression})::varchar, '')`
    if (last && !last.isText && !isText) last.expressions.push(cell)
    else stretches.push({ isText, expressions: [cell] })
  }
  return {
    header: `${columns.map((column) => column.name).join(',')}\r\n`,
    // One function of many arguments: a chain of `||` makes every part of the line anew for each comma.
    expressions: stretches.map((stretch) => `concat_ws(',', ${stretch.expressions.join(', ')})`),
    lines(chunk) {
      const values = stretches.map((_, index) => chunk.getColumnValues(index))
      let lines = ''
      for (let row = 0; row < chunk.rowCount; row++) {
        for (const [index, { isText }] of stretches.entries()) {
          const text = String(values[index]?.[row] ?? '')
          lines += (index === 0 ? '' : ',') + (isText ? csvCell(text) : text)
        }
        lines += '\r\n'
      }
      return lines
    },
  }
}
