import { type DuckDBConnection, quotedIdentifier } from '@duckdb/node-api'
import type { FaultKind } from '#contract/households/imports'
import type { CheckedColumn } from './checkedColumn'
import { type FaultList, type FileFault, LISTED_PER_KIND } from './report'
import { writeCellSql, type TabularSource } from './tabularSource'

/** What is wrong with a file. */
export interface FileFindings {
  readonly faults: FaultList
  readonly warnings: FaultList
}

interface CellCheck {
  readonly kind: FaultKind
  readonly column: CheckedColumn
  readonly index: number
  /** SQL over the value and `t` with the index, the cell as written. */
  readonly holds: string
  readonly expected: string
}

/** Creates a table of the columns' values, and lists cells that are wrong or doubtful. */
export async function stageRows(
  connection: DuckDBConnection,
  name: string,
  source: TabularSource,
  columns: readonly CheckedColumn[],
  { faults, warnings }: FileFindings,
): Promise<void> {
  const present = columns
    .map((column) => ({ column, index: source.header.indexOf(column.name) }))
    .filter(({ index }) => index !== -1)
  const missing = columns.filter((column) => !source.header.includes(column.name))
  const values = present.map(({ column, index }) => `${readValue(column, index)} as ${quotedIdentifier(column.name)}`)
  const absent = missing.map((column) => `${column.value('null::varchar')} as ${quotedIdentifier(column.name)}`)
  const texts = present.map(({ index }) => `${writeCellSql(index)} as t${index}`)
  const cells = `(select ${texts.join(', ')} from ${source.relation})`
  const nullableTexts = present.filter(({ column }) => column.nullable).map(({ index }) => `t${index}`)
  const bad = present.map(({ column, index }) => badCell(column, index))
  const doubtful = present.flatMap(({ column, index }) =>
    (column.doubts ?? []).map(({ holds, ...doubt }) => ({ ...doubt, column, index, holds: holds(`t${index}`) })),
  )
  const names = columns.map((column) => quotedIdentifier(column.name)).join(', ')
  await connection.run(
    `create table ${name} as select ${names}, (${joinChecks(bad)}) as bad_row, (${joinChecks(doubtful)}) as doubtful_row ` +
      `from (select ${[...values, ...absent, ...nullableTexts].join(', ')} from ${cells})`,
  )
  const counts = await connection.runAndReadAll(
    `select count(*) filter (bad_row)::integer, count(*) filter (doubtful_row)::integer, count(*)::integer from ${name}`,
  )
  const read = `(select *, ${values.join(', ')} from (select row_number() over () - 1 as row_index, * from ${cells}))`
  if (Number(counts.value(0, 0)) > 0) await reportCells(connection, source, read, bad, faults)
  warnOfSheetEnd(source, Number(counts.value(2, 0)), warnings)
  if (Number(counts.value(1, 0)) > 0) await reportCells(connection, source, read, doubtful, warnings)
}

/** Rows of Excel's sheets, of today and before 2007. */
const SHEETS: readonly number[] = [1_048_576, 65_536]

/** Spreadsheets leave out what is beyond their last row. */
export function warnOfSheetEnd(
  { fileName, rowNumber }: Pick<TabularSource, 'fileName' | 'rowNumber'>,
  rows: number,
  warnings: FaultList,
): void {
  // Parquet has no header.
  const end = SHEETS.find((sheet) => rows > 0 && (rowNumber(rows - 1) === sheet || rows + 1 === sheet))
  if (end === undefined) return
  const expected = `The rows end at ${end.toLocaleString('en-GB')}, where a spreadsheet's sheet ends: were more cut off?`
  warnings.addForFile('end of a sheet', fileName, expected)
}

const readValue = ({ isNothing, value }: CheckedColumn, index: number) =>
  isNothing ? `case when not ${isNothing(`t${index}`)} then ${value(`t${index}`)} end` : value(`t${index}`)

function badCell(column: CheckedColumn, index: number): CellCheck {
  const isNull = `${quotedIdentifier(column.name)} is null`
  const isWritten = column.isNothing ? `not ${column.isNothing(`t${index}`)}` : `t${index} is not null`
  const holds = column.nullable ? `(${isNull} and ${isWritten})` : `(${isNull})`
  return { kind: 'bad value', column, index, holds, expected: column.expected }
}

const joinChecks = (checks: readonly CellCheck[]) =>
  checks.length === 0 ? 'false' : `coalesce(${checks.map(({ holds }) => holds).join(' or ')}, false)`

/**
 * Reads the file again, so that good files need not keep their text.
 * @param read SQL with `row_index`, values and texts; row_number() over () follows the file's order
 */
async function reportCells(
  connection: DuckDBConnection,
  source: TabularSource,
  read: string,
  checks: readonly CellCheck[],
  found: FaultList,
): Promise<void> {
  const texts = [...new Set(checks.map(({ index }) => `t${index}`))].join(', ')
  const marks = checks.map(({ holds }, at) => `coalesce(${holds}, false) as b${at}`).join(', ')
  await connection.run(
    `create or replace temp table found_cells as select row_index, ${texts}, ${marks} from ${read} where ${joinChecks(checks)}`,
  )
  const counts = await connection.runAndReadAll(
    `select ${checks.map((_, at) => `count(*) filter (b${at})::integer`).join(', ')} from found_cells`,
  )
  const counted = checks.map((check, at) => ({ ...check, at, count: Number(counts.value(at, 0)) }))
  for (const kind of new Set(checks.map((check) => check.kind))) {
    const present = counted.filter((check) => check.kind === kind && check.count > 0)
    const listed = (await Promise.all(present.map((check) => listCells(connection, source, check)))).flat()
    listed.sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
    const total = present.reduce((sum, { count }) => sum + count, 0)
    const hint = present.map(({ column, count }) => `${column.name} ${count.toLocaleString('en-GB')}`).join(', ')
    const columns = `In ${source.fileName} by column: ${hint}.`
    found.addCounted(kind, total, listed, listed.some(isWordForNothing) ? `${columns} ${WORDS_FOR_NOTHING}` : columns)
  }
  await connection.run('drop table found_cells')
}

const isWordForNothing = ({ value }: FileFault) => /^(-?nan|-?inf(inity)?|null|n\/?a|none|<na>|\\n)$/i.test(value ?? '')
const WORDS_FOR_NOTHING =
  'NaN, NULL and the like are what data frames and query tools write for nothing: leave such cells empty where they may be.'

async function listCells(
  connection: DuckDBConnection,
  source: TabularSource,
  { column, index, at, expected }: CellCheck & { readonly at: number },
): Promise<FileFault[]> {
  const first = await connection.runAndReadAll(
    `select row_index::integer, t${index} from found_cells where b${at} order by row_index limit ${LISTED_PER_KIND}`,
  )
  return first.getRows().map(([rowIndex, value]) => ({
    file: source.fileName,
    row: source.rowNumber(Number(rowIndex)),
    column: column.name,
    value: value === null || value === undefined ? '' : column.isPrivate ? null : String(value),
    expected,
  }))
}
