import type { DuckDBDataChunk } from '@duckdb/node-api'
import { csvCell } from '../../csv'
import { SNAPSHOT_COLUMNS } from '../snapshots/columns'

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
