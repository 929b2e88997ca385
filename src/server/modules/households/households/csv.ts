import { csvCell } from '../../../lib/csv'
import { SNAPSHOT_COLUMNS } from '../columns/columns'
import type { RowColumn, RowFormat } from '../snapshots/service'

export interface CsvColumn {
  readonly heading: string
  readonly column: RowColumn
}

/** Named as in docs/snapshot-format.md, so that exports can be imported. */
export const SNAPSHOT_CSV: readonly CsvColumn[] = SNAPSHOT_COLUMNS.map(({ name }) => ({ heading: name, column: name }))

/** May contain formulas. */
const TEXTS: ReadonlySet<string> = new Set(
  SNAPSHOT_COLUMNS.filter(({ kind }) => kind === 'text' || kind === 'ward').map(({ name }) => name),
)

export interface CsvConstant {
  readonly heading: string
  readonly value: string
}

/** The engine joins safe columns; text passes through {@link csvCell}. */
export function csvFormat(columns: readonly CsvColumn[], constants: readonly CsvConstant[] = []): RowFormat {
  const end = `${constants.map(({ value }) => `,${csvCell(value)}`).join('')}\r\n`
  const stretches: { isText: boolean; joined: RowColumn[] }[] = []
  for (const { column } of columns) {
    const isText = TEXTS.has(column)
    const last = stretches.at(-1)
    if (last && !last.isText && !isText) last.joined.push(column)
    else stretches.push({ isText, joined: [column] })
  }
  return {
    before: `${[...columns, ...constants].map(({ heading }) => heading).join(',')}\r\n`,
    select: stretches.map(({ joined }) => ({ joined })),
    encode(values) {
      const rowCount = values[0]?.length ?? 0
      let lines = ''
      for (let row = 0; row < rowCount; row++) {
        for (const [index, { isText }] of stretches.entries()) {
          const cell = values[index]?.[row]
          const text = typeof cell === 'string' ? cell : ''
          lines += (index === 0 ? '' : ',') + (isText ? csvCell(text) : text)
        }
        lines += end
      }
      return lines
    },
  }
}
