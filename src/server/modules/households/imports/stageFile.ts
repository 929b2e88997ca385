import { Readable } from 'node:stream'
import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import type { FaultKind } from '#contract/households/imports'
import { writeStream } from '../../../lib/scratch'
import { DIRECTION_MARKS, WHITESPACE } from '../../../lib/postcodes'
import type { CheckedColumn } from './checkedColumn'
import { MAX_ROWS, MAX_UNFOLDED_BYTES, readBytes, readingProblem, type FileContent, type InputFile } from './openFile'
import { MAX_RECORD_BYTES, TOO_MANY_ROWS, writePlainCsv } from './plainCsv'
import { createFaultList, type FaultList, type FileFault, LISTED_PER_KIND } from './report'

export interface TabularSource {
  readonly fileName: string
  /** SQL with text columns `c0`, `c1` … */
  readonly relation: string
  readonly header: readonly string[]
  readonly isComplete: boolean
  rowNumber(index: number): number
}

function csvRelation(path: string, width: number): string {
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`).join(', ')
  return (
    `read_csv(${quotedString(path)}, columns = {${columns}}, auto_detect = false, header = false, delim = ',', ` +
    `quote = '"', escape = '"', new_line = '\\n', nullstr = '', max_line_size = ${MAX_RECORD_BYTES + 1}, ` +
    `compression = 'none')`
  )
}

function parquetRelation(path: string, header: readonly string[]): string {
  const columns = header.map((name, index) => `${quotedIdentifier(name)}::varchar as c${index}`)
  return `(select ${columns.join(', ')} from read_parquet(${quotedString(path)}))`
}

function checkHeader(
  fileName: string,
  header: readonly string[],
  columns: readonly CheckedColumn[],
  isPrivate: boolean,
  faults: FaultList,
): boolean {
  const known = new Set(columns.map((column) => column.name))
  const fault = (column: string, expected: string): FileFault => ({
    file: fileName,
    row: null,
    column,
    value: null,
    expected,
  })
  // A data row may contain a column name or two ("carer").
  if (header.filter((name) => known.has(name)).length < known.size / 4) {
    const expected = `The first row does not name the expected columns. It should be a header: ${[...known].join(', ')}.`
    faults.add('missing column', { ...fault('', expected), column: null, row: 1 })
    return false
  }
  for (const { name, isOptional } of columns) {
    if (!isOptional && !header.includes(name)) faults.add('missing column', fault(name, 'the column is missing'))
  }
  header.forEach((name, index) => {
    if (name === '' || ROW_NAMES.test(name)) return
    // Where line breaks were lost, the header holds names and numbers.
    const shown = isPrivate ? `column ${index + 1}` : name
    if (!known.has(name)) faults.add('unknown column', fault(shown, 'there is no such column in the format'))
    else if (header.indexOf(name) < index) faults.add('unknown column', fault(name, 'the column is there twice'))
  })
  return true
}

/** What pandas, Arrow and R call the numbers of rows that they write beside the data. */
const ROW_NAMES = /^(unnamed: \d+|__index_level_\d+__|\.\.\.\d+|rownames|row\.names|index)$/i

/** A first column without a name whose whole numbers are all different: R and pandas write those. */
async function holdsRowNumbers(connection: DuckDBConnection, relation: string): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `select count(*) = count(distinct try_cast(${cell(0)} as bigint)) from ${relation}`,
  )
  return found.value(0, 0) === true
}

async function checkUnnamedColumns(
  connection: DuckDBConnection,
  { fileName, header, relation }: TabularSource,
  faults: FaultList,
): Promise<void> {
  const unnamed = [...header.keys()].filter((index) => header[index] === '')
  if (unnamed.length === 0) return
  const counts = await connection.runAndReadAll(
    `select ${unnamed.map((index) => `count(${cell(index)})::integer`).join(', ')} from ${relation}`,
  )
  const held = unnamed.filter((_, position) => Number(counts.value(position, 0)) > 0)
  const hasRowNumbers = held[0] === 0 && (await holdsRowNumbers(connection, relation))
  const filled = held.filter((index) => !(index === 0 && hasRowNumbers)).map((index) => `${index + 1}`)
  if (filled.length === 0) return
  const places = filled.length === 1 ? `column ${filled[0]} holds` : `columns ${LIST.format(filled)} hold`
  const expected = `${places} values and ${filled.length === 1 ? 'has' : 'have'} no name in the header`
  faults.add('unknown column', { file: fileName, row: null, column: null, value: null, expected })
}

const LIST = new Intl.ListFormat('en-GB')

function matchHeader(header: readonly string[], columns: readonly CheckedColumn[]): readonly string[] {
  const known = new Set(columns.map(({ name }) => name))
  return header.map((name) => {
    const plain = name
      .toLowerCase()
      .replaceAll(/[\p{Cf}]/gu, '')
      .trim()
      .replaceAll(/[\s-]+/g, '_')
    return known.has(plain) ? plain : name.trim()
  })
}

/** Trimmed, and as text where a formula keeps it one (`="0042"`). */
const cell = (index: number) =>
  `nullif(case when starts_with(c${index}, '="') then regexp_replace(c${index}, '^="([^"]*)"\\s*$', '\\1') ` +
  `when strlen(c${index}) = length(c${index}) then trim(c${index}) ` +
  `else trim(c${index}, ${quotedString(BLANK)}) end, '')`
const BLANK = [...WHITESPACE].join('') + DIRECTION_MARKS

interface CellCheck {
  readonly kind: FaultKind
  readonly column: CheckedColumn
  readonly index: number
  /** SQL over the value and `t` with the index, the cell as written. */
  readonly holds: string
  readonly expected: string
}

interface Found {
  readonly faults: FaultList
  readonly warnings: FaultList
}

async function stageRows(
  connection: DuckDBConnection,
  name: string,
  source: TabularSource,
  columns: readonly CheckedColumn[],
  { faults, warnings }: Found,
): Promise<void> {
  const present = columns
    .map((column) => ({ column, index: source.header.indexOf(column.name) }))
    .filter(({ index }) => index !== -1)
  const missing = columns.filter((column) => !source.header.includes(column.name))
  const values = present.map(({ column, index }) => `${readValue(column, index)} as ${quotedIdentifier(column.name)}`)
  const absent = missing.map((column) => `${column.value('null::varchar')} as ${quotedIdentifier(column.name)}`)
  const texts = present.map(({ index }) => `${cell(index)} as t${index}`)
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

/** Stages a CSV or Parquet file. @returns undefined when it is not a table; the faults say why */
export async function stageFile(
  connection: DuckDBConnection,
  table: 'households' | 'contacts',
  file: InputFile,
  columns: readonly CheckedColumn[],
  workFolder: string,
  { faults, warnings }: Found,
  progress: (fraction: number) => void,
): Promise<TabularSource | undefined> {
  const found = createFaultList()
  const isParquet = file.content === 'parquet' && table === 'households'
  const parquet = isParquet ? await unfold(file, `${workFolder}/${table}.parquet`, faults, progress) : undefined
  if (isParquet && !parquet) return undefined
  const opened = parquet
    ? await openParquet(connection, parquet, found)
    : await openCsv(file, `${workFolder}/${table}.csv`, found, table === 'households', progress)
  const source = opened && { ...opened, header: matchHeader(opened.header, columns) }
  // Without a header every row may differ: that is one fault.
  if (source && !checkHeader(file.name, source.header, columns, table === 'contacts', faults)) return undefined
  faults.addGroups(found.groups())
  if (!source) return undefined
  try {
    await checkUnnamedColumns(connection, source, faults)
    await stageRows(connection, table, source, columns, { faults, warnings })
  } catch (error) {
    if (!parquet || !(error instanceof Error) || OUT_OF_MEMORY.test(error.message)) throw error
    refuseParquet(parquet, error, faults)
    return undefined
  }
  return source
}

async function unfold(
  file: InputFile,
  path: string,
  faults: FaultList,
  progress: (fraction: number) => void,
): Promise<InputFile | undefined> {
  if (!file.isFolded) return file
  try {
    await writeStream(path, Readable.from(readBytes(file, progress)))
    return { ...file, path, isFolded: false }
  } catch (error) {
    const { kind, problem } = readingProblem(error)
    faults.addForFile(kind, file.name, problem)
    return undefined
  }
}

const NOT_CSV: Partial<Record<FileContent, string>> = {
  zip: 'The file is a ZIP file or an Excel workbook. Save the sheet as "CSV UTF-8".',
  xls: 'The file is an old Excel workbook (.xls). Save the sheet as "CSV UTF-8".',
  parquet: 'The file is Parquet. It should be CSV or CSV.gz.',
}

async function openCsv(
  file: InputFile,
  path: string,
  faults: FaultList,
  showsValues: boolean,
  progress: (fraction: number) => void,
): Promise<TabularSource | undefined> {
  const refused = NOT_CSV[file.content]
  if (refused !== undefined) {
    faults.addForFile('unreadable file', file.name, refused)
    return undefined
  }
  const plain = await writePlainCsv(file, path, faults, showsValues, progress)
  if (!plain) return undefined
  return { fileName: file.name, relation: csvRelation(path, plain.header.length), ...plain }
}

async function openParquet(
  connection: DuckDBConnection,
  file: InputFile,
  faults: FaultList,
): Promise<TabularSource | undefined> {
  try {
    const schema = await connection.runAndReadAll(`select * from read_parquet($file) limit 0`, { file: file.path })
    const header = schema.columnNames()
    const excess = await findExcess(connection, file.path)
    if (excess !== undefined) {
      faults.addForFile('unreadable file', file.name, excess)
      return undefined
    }
    return {
      fileName: file.name,
      relation: parquetRelation(file.path, header),
      header,
      isComplete: true,
      rowNumber: (index) => index + 1,
    }
  } catch (error) {
    refuseParquet(file, error, faults)
    return undefined
  }
}

/** A small Parquet file can hold any number of rows and texts of any length: checked before it is read. */
async function findExcess(connection: DuckDBConnection, path: string): Promise<string | undefined> {
  const file = quotedString(path)
  const rows = await connection.runAndReadAll(`select sum(num_rows)::double from parquet_file_metadata(${file})`)
  if (Number(rows.value(0, 0)) > MAX_ROWS) return TOO_MANY_ROWS
  const described = await connection.runAndReadAll(`describe select * from read_parquet(${file})`)
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  const nested = columns.find(({ type }) => !SCALAR.test(type))
  if (nested)
    return `The column ${nested.name.slice(0, MAX_NAME)} is of type ${nested.type.slice(0, MAX_NAME)}. It should hold single values.`
  const texts = columns.filter(({ type }) => type === 'VARCHAR').map(({ name }) => `strlen(${quotedIdentifier(name)})`)
  if (texts.length === 0) return undefined
  const sizes = await connection.runAndReadAll(
    `select ${texts.map((size) => `coalesce(sum(${size}), 0)::double`).join(' + ')} from read_parquet(${file})`,
  )
  return Number(sizes.value(0, 0)) > MAX_UNFOLDED_BYTES ? 'The file holds more than 3 GB.' : undefined
}

const SCALAR =
  /^(VARCHAR|BOOLEAN|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\(\d+,\d+\)|DATE|TIMESTAMP.*|ENUM.*)$/
const MAX_NAME = 60
const OUT_OF_MEMORY = /^Out of Memory/

function refuseParquet(file: InputFile, error: unknown, faults: FaultList): void {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  // Paths mean nothing to users.
  const words = reason.replaceAll(file.path, file.name)
  faults.addForFile(
    'unreadable file',
    file.name,
    OUT_OF_MEMORY.test(reason)
      ? 'The Parquet file holds texts that are far longer than any cell of the format. Hand it over without them.'
      : `The Parquet file is damaged: hand it over again. (${words})`,
  )
}
