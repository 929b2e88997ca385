import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import type { FaultKind } from '#contract/households/imports'
import type { FaultList } from './report'
import { BrokenGzip, MAX_ROWS, readBytes, TooLarge, type InputFile } from './openFile'

/**
 * UTF-8 without byte order mark or header, all records as wide as the header. Broken records are reported and left out,
 * so that the operator sees every fault at once.
 */
export interface PlainCsv {
  readonly header: readonly string[]
  /** The original row, numbered as in a spreadsheet. */
  rowNumber(index: number): number
}

export const MAX_RECORD_BYTES = 1024 * 1024

class Unreadable extends Error {}

/** Small ones take the most time. */
const MAX_LEFT_OUT = 100_000
const TOO_MANY_LEFT_OUT = 'More than 100,000 rows are empty or broken.'

export const TOO_MANY_ROWS = `The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows.`

/** Latin 1 preserves every byte, so that other encodings are detected, not replaced. */
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
 * Writes a CSV or CSV.gz file, normalised, to `path`.
 * @param showsValues false for personal data: faults then omit values
 * @returns undefined when nothing can be read; the faults say why
 */
export async function writePlainCsv(
  file: InputFile,
  path: string,
  faults: FaultList,
  showsValues: boolean,
  progress: (fraction: number) => void,
): Promise<PlainCsv | undefined> {
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
  let row = 0
  const leftOut: number[] = []
  let emptyRows: number[] = []
  let batch = ''

  async function take(records: AsyncIterable<CsvRecord>): Promise<void> {
    for await (const found of records) {
      row += 1
      if (!header) {
        header = readHeader(found, report)
        continue
      }
      const line = lineOf(found)
      if (line === '') {
        emptyRows.push(row)
        leftOut.push(row)
        continue
      }
      // Empty rows are allowed only at the end.
      for (const empty of emptyRows) report('broken row', empty, 'the row is empty')
      emptyRows = []
      if (!isSound(found, row, header, report)) {
        leftOut.push(row)
        continue
      }
      batch += `${line}\n`
      if (batch.length < BATCH_CHARACTERS) continue
      await output.writeFile(batch, BYTES)
      batch = ''
    }
    if (!header) report('no rows', null, 'The file is empty. It needs a header row and a row for each household.')
  }

  try {
    await readBytes(file, progress, (chunks) =>
      pipeline(
        () => inPieces(chunks, report, () => findExcess(row, leftOut.length)),
        parse(LENIENT),
        // The parser's type does not follow its options.
        (records) => take(records as AsyncIterable<CsvRecord>),
      ),
    )
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    if (error instanceof TooLarge) {
      report('unreadable file', null, error.message)
      return undefined
    }
    if (error instanceof BrokenGzip) {
      report('truncated gzip', null, error.message)
      return undefined
    }
    const code = error instanceof CsvError ? error.code : undefined
    if (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE') throw error
    report('broken row', row + 1, 'a quotation mark is opened and never closed')
  } finally {
    try {
      await output.writeFile(batch, BYTES)
    } finally {
      await output.close()
    }
  }
  const excess = findExcess(row, leftOut.length)
  if (excess !== undefined) {
    report('unreadable file', null, excess)
    return undefined
  }
  return (
    header && {
      header,
      rowNumber: (index) => leftOut.reduce((number, left) => (left > number ? number : number + 1), index + 2),
    }
  )
}

const PIECE_BYTES = 16 * 1024

/** Without a byte order mark, and without the rest once there is too much. */
async function* inPieces(
  chunks: AsyncIterable<Buffer>,
  report: Report,
  excess: () => string | undefined,
): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    const text = isFirst ? startOf(chunk, report) : chunk
    isFirst = false
    // The parser makes all records of a piece before any is taken.
    // What is too much is read to its end, unparsed: a pipeline cannot be broken off from within.
    for (let from = 0; from < text.length && excess() === undefined; from += PIECE_BYTES)
      yield text.subarray(from, from + PIECE_BYTES)
  }
}

function findExcess(rows: number, leftOut: number): string | undefined {
  if (rows > MAX_ROWS) return TOO_MANY_ROWS
  return leftOut > MAX_LEFT_OUT ? TOO_MANY_LEFT_OUT : undefined
}

function startOf(chunk: Buffer, report: Report): Buffer {
  const [first, second, third] = chunk
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16 || (chunk.length >= 4 && (first === 0 || second === 0))) {
    report('not UTF-8', null, 'The file is in UTF-16. Save it as "CSV UTF-8".')
    throw new Unreadable()
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? chunk.subarray(3) : chunk
}

function readHeader(found: CsvRecord, report: Report): string[] {
  const text = lineOf(found)
  const separator = [';', '\t', '|'].find((each) => text.includes(each))
  if (found.record.length === 1 && separator) {
    const word = { ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }[separator]
    report('unreadable file', 1, `The values are separated by ${word}. Save the file with commas.`)
    throw new Unreadable()
  }
  if (!isSound(found, 1, found.record, report)) throw new Unreadable()
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
    report('not UTF-8', row, expected, row === 1 ? undefined : header[index], record[index])
  }
  return false
}

const isText = (bytes: string) => isUtf8(Buffer.from(bytes, BYTES)) && !bytes.includes('\0')

function widthProblem(width: number, expected: number): string | undefined {
  if (width === expected) return undefined
  return `the row has ${width} ${width === 1 ? 'value' : 'values'}, the header ${expected}`
}

/** Only records with quotation marks are parsed again, strictly. */
function quotingProblem(found: CsvRecord): string | undefined {
  if (!found.record.some((value) => value.includes('"'))) return undefined
  try {
    parseNow(lineOf(found), RECORD_ENDS)
    return undefined
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_INVALID_CLOSING_QUOTE'
      ? 'there is text after the closing quotation mark of a value'
      : 'there is a quotation mark inside a value that is not in quotation marks'
  }
}

const lineOf = ({ raw }: CsvRecord): string => {
  let end = raw.length
  while (end > 0 && (raw[end - 1] === '\n' || raw[end - 1] === '\r')) end -= 1
  return raw.slice(0, end)
}
