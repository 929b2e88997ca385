import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { EMPTY_FILE, type FaultKind } from '#contract/households/imports'
import { createFaultList, type FaultList } from './report'
import { MAX_ROWS, readBytes, readingProblem, readThrough, type InputFile } from './openFile'

/**
 * UTF-8 without byte order mark or header, all records as wide as the header. Broken records are reported and left out.
 */
export interface PlainCsv {
  readonly header: readonly string[]
  /** False where a quotation mark hides rows. */
  readonly isComplete: boolean
  /** The original row, as in a spreadsheet. */
  rowNumber(index: number): number
}

export const MAX_RECORD_BYTES = 1024 * 1024

class Unreadable extends Error {}

/** Small ones take the most time. */
const MAX_LEFT_OUT = 100_000
const TOO_MANY_LEFT_OUT = 'More than 100,000 rows are empty or broken.'
const MAX_EMPTY = 300_000

export const TOO_MANY_ROWS = `The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows.`

/** Latin 1 preserves every byte, so other encodings are detected. */
const BYTES = 'latin1'

const RECORD_ENDS = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true } satisfies Options

/** Quotes are checked later, by {@link quotingProblem}. */
const LENIENT = {
  ...RECORD_ENDS,
  encoding: BYTES,
  raw: true,
  relax_quotes: true,
  max_record_size: MAX_RECORD_BYTES,
} satisfies Options

interface CsvRecord {
  readonly raw: string
  readonly record: readonly string[]
}

type Report = (kind: FaultKind, row: number | null, expected: string, column?: string, value?: string) => void

const BATCH_CHARACTERS = 1024 * 1024

/**
 * Writes a normalised CSV to `path`.
 * @param showsValues false for personal data
 * @returns undefined when nothing can be read; the faults say why
 */
export async function writePlainCsv(
  file: InputFile,
  path: string,
  faults: FaultList,
  showsValues: boolean,
  progress: (fraction: number) => void,
): Promise<PlainCsv | undefined> {
  const found = createFaultList()
  const csv = await writeRows(file, path, found, showsValues, progress)
  if (csv?.isHeaderShort) {
    faults.addForFile('broken row', file.name, SHORT_HEADER)
    return undefined
  }
  faults.addGroups(found.groups())
  return csv
}

const SHORT_HEADER =
  'Each row has one value more than the header: R’s write.table writes the names of rows so. ' +
  'Write the file with row.names = FALSE.'

interface WrittenRows extends PlainCsv {
  /** All rows are wider by the name of the row. */
  readonly isHeaderShort: boolean
}

async function writeRows(
  file: InputFile,
  path: string,
  faults: FaultList,
  showsValues: boolean,
  progress: (fraction: number) => void,
): Promise<WrittenRows | undefined> {
  const report: Report = (kind, row, expected, column, value) =>
    faults.add(kind, {
      file: file.name,
      row,
      column: column ?? null,
      value: showsValues ? (value ?? null) : null,
      expected,
    })
  const output = await open(path, 'w', 0o600)
  let header: readonly string[] | undefined
  let isComplete = true
  let row = 0
  const leftOut: number[] = []
  let emptyRows: number[] = []
  let narrowEmptyRows = 0
  let [records, widerByOne] = [0, 0]
  let batch = ''

  async function take(parsed: AsyncIterable<CsvRecord>): Promise<void> {
    for await (const found of parsed) {
      row += 1
      if (!header) {
        if (isBlank(found) || (row === 1 && EXCEL_SEPARATOR.test(writeLine(found)))) leftOut.push(row)
        else header = readHeader(found, row, report)
        continue
      }
      if (isBlank(found)) {
        emptyRows.push(row)
        if (found.record.length < header.length) narrowEmptyRows += 1
        continue
      }
      for (const empty of emptyRows) leftOut.push(empty)
      emptyRows = []
      narrowEmptyRows = 0
      const record = fitToHeader(found, header)
      records += 1
      if (record.record.length === header.length + 1) widerByOne += 1
      const hidesRows = holdsTwoRows(record, header.length)
      if (hidesRows) {
        report('broken row', row, 'a quotation mark is opened and closed in a later row, which hides the rows between')
        isComplete = false
      }
      if (hidesRows || !isSound(record, row, header, report)) {
        leftOut.push(row)
        continue
      }
      batch += `${writeLine(record)}\n`
      if (batch.length < BATCH_CHARACTERS) continue
      await output.writeFile(batch, BYTES)
      batch = ''
    }
    if (!header) report('no rows', null, EMPTY_FILE.households)
  }

  const excess = () => findExcess(row, leftOut.length + narrowEmptyRows, emptyRows.length)
  try {
    const pieces = inPieces(readBytes(file, progress), report, excess)
    await take(readThrough(Readable.from(pieces, { objectMode: false }), parse(LENIENT)))
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    if (!(error instanceof CsvError)) {
      const { kind, problem } = readingProblem(error)
      report(kind, null, problem)
      return undefined
    }
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED' && error.code !== 'CSV_MAX_RECORD_SIZE') throw error
    isComplete = false
    report('broken row', row + 1, 'a quotation mark is opened and never closed')
  } finally {
    try {
      await output.writeFile(batch, BYTES)
    } finally {
      await output.close()
    }
  }
  const tooMany = excess()
  if (tooMany !== undefined) {
    report('unreadable file', null, tooMany)
    return undefined
  }
  return (
    header && {
      header,
      isComplete,
      isHeaderShort: records > 0 && widerByOne === records,
      rowNumber: (index) => leftOut.reduce((number, left) => (left > number ? number : number + 1), index + 2),
    }
  )
}

const PIECE_BYTES = 16 * 1024

async function* inPieces(
  chunks: AsyncIterable<Buffer>,
  report: Report,
  excess: () => string | undefined,
): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    const text = isFirst ? findStart(chunk, report) : chunk
    isFirst = false
    // The parser makes all records of a piece before any is taken.
    for (let from = 0; from < text.length; from += PIECE_BYTES) {
      if (excess() !== undefined) return
      yield text.subarray(from, from + PIECE_BYTES)
    }
  }
}

function findExcess(rows: number, leftOut: number, emptyRows: number): string | undefined {
  if (rows > MAX_ROWS) return TOO_MANY_ROWS
  if (emptyRows > MAX_EMPTY) return 'More than 300,000 rows are empty: delete them at the end of the sheet.'
  return leftOut > MAX_LEFT_OUT ? TOO_MANY_LEFT_OUT : undefined
}

function findStart(chunk: Buffer, report: Report): Buffer {
  const [first, second, third] = chunk
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16 || (chunk.length >= 4 && (first === 0 || second === 0))) {
    report('not UTF-8', null, 'The file is in UTF-16. Save it as "CSV UTF-8".')
    throw new Unreadable()
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? chunk.subarray(3) : chunk
}

/** Tells Excel the separator; the header shows what it is. */
const EXCEL_SEPARATOR = /^"?sep=(?:[,;|\t]|\\t)?"?[,; \t]*$/i

const isBlank = ({ record }: CsvRecord) => record.every((cell) => cell.trim() === '' || isInvisible(cell))

/** Such as no-break spaces, or Ctrl+Z, with which DOS ends a file. */
const isInvisible = (cell: string) =>
  !/[!-~]/.test(cell) && /^[\s\p{Z}\p{Cf}\x1A]*$/u.test(Buffer.from(cell, BYTES).toString('utf8'))

/** Two stray quotation marks make one value of the rows between. */
function holdsTwoRows(found: CsvRecord, width: number): boolean {
  const line = writeLine(found)
  return /[\r\n]/.test(line) && line.split(',').length > 2 * (width - 1)
}

/** Spreadsheets write separators for empty columns, in some rows only. */
function fitToHeader({ record, raw }: CsvRecord, header: readonly string[]): CsvRecord {
  const extra = record.length - header.length
  const line = writeLine({ record, raw })
  if (extra > 0 && line.endsWith(','.repeat(extra)))
    return { record: record.slice(0, header.length), raw: line.slice(0, -extra) }
  const isShort = extra < 0 && header.slice(extra).every((name) => name === '')
  return isShort ? { record: [...record, ...header.slice(extra)], raw: line + ','.repeat(-extra) } : { record, raw }
}

function readHeader(found: CsvRecord, row: number, report: Report): string[] {
  const text = writeLine(found)
  const separator = [';', '\t', '|'].find((each) => text.includes(each))
  if (found.record.length === 1 && separator) {
    const word = { ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }[separator]
    report('unreadable file', row, `The values are separated by ${word}. Save the file with commas.`)
    throw new Unreadable()
  }
  if (!isSound(found, row, found.record, report)) throw new Unreadable()
  return found.record.map((name) => Buffer.from(name, BYTES).toString('utf8').trim())
}

function isSound(found: CsvRecord, row: number, header: readonly string[], report: Report): boolean {
  const { record } = found
  const problem = quotingProblem(found) ?? widthProblem(record.length, header.length)
  if (problem !== undefined) report('broken row', row, problem)
  else if (isText(found.raw)) return true
  else {
    const index = record.findIndex((cell) => !isText(cell))
    const expected = found.raw.includes('\0')
      ? 'text, without NUL characters'
      : 'text in UTF-8. This looks like Windows-1252 (Latin 1): save the file as "CSV UTF-8"'
    report('not UTF-8', row, expected, header === record ? undefined : header[index], record[index])
  }
  return false
}

const isText = (bytes: string) => isUtf8(Buffer.from(bytes, BYTES)) && !bytes.includes('\0')

function widthProblem(width: number, expected: number): string | undefined {
  if (width === expected) return undefined
  return `the row has ${width} ${width === 1 ? 'value' : 'values'}, the header ${expected}`
}

function quotingProblem(found: CsvRecord): string | undefined {
  if (!found.record.some((value) => value.includes('"'))) return undefined
  try {
    parseNow(writeLine(found), RECORD_ENDS)
    return undefined
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_INVALID_CLOSING_QUOTE'
      ? 'there is text after the closing quotation mark of a value'
      : 'there is a quotation mark inside a value that is not in quotation marks'
  }
}

const writeLine = ({ raw }: CsvRecord): string => {
  let end = raw.length
  while (end > 0 && (raw[end - 1] === '\n' || raw[end - 1] === '\r')) end -= 1
  return raw.slice(0, end)
}
