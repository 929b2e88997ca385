import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../../lib/csv'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../columns/columns'
import { isEstimateHidden } from '../need-to-know/groups'
import type { LoadedSnapshot, RowColumn, RowFormat } from '../snapshots/service'

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

/** Only text passes through {@link csvCell}. */
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

/** Readable names and values, and what is unclaimed; UTF-8 for Excel. */
export function readableFormat(
  { wards, basis }: Pick<LoadedSnapshot, 'wards' | 'basis'>,
  hidden: ReadonlySet<string>,
): RowFormat {
  const wardNames = new Map(wards.map(({ code, name }) => [code, name]))
  const shown = SNAPSHOT_COLUMNS.filter(({ name }) => !hidden.has(name))
  const words = shown.map((column) => readWords(column, wardNames))
  const isText = shown.map(({ name }) => TEXTS.has(name))
  const isEstimated = !isEstimateHidden(hidden, 'unclaimed_a_year')
  const rates = [basis.year, [basis.warning, basis.method].filter((part) => part !== null).join(' ')]
  const end = isEstimated ? `,${csvLine(rates)}` : '\r\n'
  return {
    before:
      BYTE_ORDER_MARK +
      csvLine([
        ...shown.map((column) => (column.kind === 'ward' ? 'Ward' : column.displayName)),
        ...(isEstimated ? ESTIMATE_HEADINGS : []),
      ]),
    select: [...shown.map(({ name }) => name), ...(isEstimated ? ESTIMATES : [])].map((column) => ({
      joined: [column],
    })),
    encode(values) {
      const rowCount = values[0]?.length ?? 0
      let lines = ''
      for (let row = 0; row < rowCount; row++) {
        const cells = values.map((column, index) => {
          const cell = column[row]
          const text = typeof cell === 'string' ? cell : ''
          return words[index]?.get(text) ?? (isText[index] ? csvCell(text) : text)
        })
        lines += cells.join(',') + end
      }
      return lines
    },
  }
}

const ESTIMATES = ['unclaimed_a_year', 'unclaimed_highest_a_year'] as const satisfies readonly RowColumn[]
const ESTIMATE_HEADINGS = [
  'Unclaimed a year, at least, in pounds',
  'Unclaimed a year, at most, in pounds',
  'Rates of',
  'Method',
]

function readWords(column: SnapshotColumn, wardNames: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const cells = (words: Iterable<readonly [string, string]>) =>
    new Map([...words].map(([code, text]) => [code, csvCell(text)]))
  if (column.kind === 'ward') return cells(wardNames)
  if (column.kind === 'enum') return cells(column.values.map(({ name, displayName }) => [name, displayName]))
  return new Map(column.kind === 'flag' ? [['true', 'Yes'], ['false', 'No']] : []) // prettier-ignore
}
