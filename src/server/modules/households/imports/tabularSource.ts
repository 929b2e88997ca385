import { Readable } from 'node:stream'
import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { writeStream } from '../../../lib/scratch'
import { DIRECTION_MARKS, WHITESPACE } from '../../../lib/postcodes'
import { MAX_ROWS, MAX_UNFOLDED_BYTES, readBytes, readingProblem, type FileContent, type InputFile } from './openFile'
import { MAX_RECORD_BYTES, TOO_MANY_ROWS, writePlainCsv } from './plainCsv'
import type { FaultList } from './report'

export interface TabularSource {
  readonly fileName: string
  /** SQL with text columns `c0`, `c1` … */
  readonly relation: string
  readonly header: readonly string[]
  readonly isComplete: boolean
  rowNumber(index: number): number
}

/** Trimmed, a number's minus as a hyphen, and as text where a formula keeps it one (`="0042"`). */
export const writeCellSql = (index: number) =>
  `nullif(case when starts_with(c${index}, '="') then regexp_replace(c${index}, '^="([^"]*)"\\s*$', '\\1') ` +
  `when strlen(c${index}) = length(c${index}) then trim(c${index}) ` +
  `else regexp_replace(trim(c${index}, ${quotedString(BLANK)}), '^[\u2212\u2013]([.]?[0-9])', '-\\1') end, '')`
const BLANK = [...WHITESPACE].join('') + DIRECTION_MARKS

function csvRelation(path: string, width: number): string {
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`).join(', ')
  return (
    `read_csv(${quotedString(path)}, columns = {${columns}}, auto_detect = false, header = false, delim = ',', ` +
    `quote = '"', escape = '"', new_line = '\\n', nullstr = '', max_line_size = ${MAX_RECORD_BYTES + 1}, ` +
    // With several threads DuckDB does not keep the order of the rows, by which reports name them.
    `compression = 'none', parallel = false)`
  )
}

function parquetRelation(path: string, header: readonly string[]): string {
  const columns = header.map((name, index) => `${quotedIdentifier(name)}::varchar as c${index}`)
  return `(select ${columns.join(', ')} from read_parquet(${quotedString(path)}))`
}

/** Unzips a file. @returns undefined when it cannot be; the faults say why */
export async function unfoldParquet(
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
  access: 'The file is an Access database. Export the table as "CSV UTF-8".',
  html: 'The file is a web page (HTML). Export or download the table as "CSV UTF-8".',
  gzip: 'The file is gzipped twice. Unzip it once and hand it over again.',
}

/** @returns undefined when it is not a CSV file; the faults say why */
export async function openCsv(
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

/** @returns undefined when it is not a Parquet file that can be read; the faults say why */
export async function openParquet(
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
/** How DuckDB's error begins. */
export const OUT_OF_MEMORY = /^Out of Memory/

/** Says why a Parquet file cannot be read. */
export function refuseParquet(file: InputFile, error: unknown, faults: FaultList): void {
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
