import { isUtf8 } from 'node:buffer'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import type { FaultList } from './faultList'
import { BrokenGzip, readBytes, type InputFile } from './openFile'

/**
 * A normalised CSV: UTF-8, no byte order mark or header, all records as wide as the header. Others are reported and
 * left out, so that the operator sees every fault at once.
 */
export interface PlainCsv {
  readonly path: string
  readonly header: readonly string[]
  readonly rowCount: number
  /** The original row, as spreadsheets count. */
  rowNumber(index: number): number
}

export const LONGEST_RECORD_BYTES = 1024 * 1024

class Unreadable extends Error {}

/** Latin 1 keeps every byte: other encodings are found, not replaced. */
const BYTES = 'latin1'

/** For {@link quotingProblem}. */
const LENIENT = {
  encoding: BYTES,
  raw: true,
  relax_quotes: true,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: LONGEST_RECORD_BYTES,
} satisfies Options

interface CsvRecord {
  readonly raw: string
  readonly record: readonly string[]
}

/**
 * Writes a CSV or CSV.gz file normalised to `path`.
 * @param showsValues false for personal data: faults repeat none.
 * @returns undefined when nothing can be read; the faults say why.
 */
export async function writePlainCsv(
  file: InputFile,
  path: string,
  faults: FaultList,
  showsValues: boolean,
  progress: (fraction: number) => void,
): Promise<PlainCsv | undefined> {
  const output = await open(path, 'w', 0o600)
  const writer = new PlainCsvWriter(file, output, faults, showsValues)
  try {
    await readBytes(file, progress, (chunks) =>
      pipeline(
        () => writer.withoutByteOrderMark(chunks),
        parse(LENIENT),
        // The parser's type does not follow its options.
        (records) => writer.take(records as AsyncIterable<CsvRecord>),
      ),
    )
  } catch (error) {
    if (error instanceof BrokenGzip) {
      faults.add('truncated gzip', { file: file.name, row: null, column: null, value: null, expected: error.message })
      return undefined
    }
    if (error instanceof Unreadable) return undefined
    if (!(error instanceof CsvError)) throw error
    writer.breakOff(error)
  } finally {
    await output.close()
  }
  return writer.result(path)
}

const BATCH_CHARACTERS = 1024 * 1024

interface Line {
  readonly row: number
  readonly text: string
}

class PlainCsvWriter {
  private header: readonly string[] | undefined
  private rowCount = 0
  private records = 0
  /** Record numbers, the header's 1, ascending. */
  private readonly leftOut: number[] = []
  private readonly emptyLines: number[] = []
  private batch: Line[] = []
  private batchCharacters = 0

  constructor(
    private readonly file: InputFile,
    private readonly output: FileHandle,
    private readonly faults: FaultList,
    private readonly showsValues: boolean,
  ) {}

  async *withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let isFirst = true
    for await (const chunk of chunks) {
      yield isFirst ? this.startOf(chunk) : chunk
      isFirst = false
    }
  }

  private startOf(chunk: Buffer): Buffer {
    const [first, second, third] = chunk
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
    if (isUtf16 || (chunk.length >= 4 && (first === 0 || second === 0))) {
      this.fault('not UTF-8', null, 'The file is in UTF-16. Save it as "CSV UTF-8".')
      throw new Unreadable()
    }
    return first === 0xef && second === 0xbb && third === 0xbf ? chunk.subarray(3) : chunk
  }

  async take(records: AsyncIterable<CsvRecord>): Promise<void> {
    try {
      for await (const record of records) {
        this.records += 1
        if (!this.header) this.header = this.readHeader(record)
        else if (this.accept(record)) await this.put({ row: this.records, text: lineOf(record) })
      }
    } finally {
      await this.flush()
    }
    if (!this.header)
      this.fault('no rows', null, 'The file is empty. It needs a header row and a row for each household.')
  }

  /** Reports why the parser stopped; earlier records stay. @throws the error when the file is not at fault. */
  breakOff(error: CsvError): void {
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED' && error.code !== 'CSV_MAX_RECORD_SIZE') throw error
    this.fault('broken row', this.records + 1, 'a quotation mark is opened and never closed')
  }

  result(path: string): PlainCsv | undefined {
    const { header, leftOut, rowCount } = this
    if (!header) return undefined
    return {
      path,
      header,
      rowCount,
      rowNumber(index) {
        let row = index + 2
        for (const left of leftOut) {
          if (left > row) break
          row += 1
        }
        return row
      },
    }
  }

  private accept(record: CsvRecord): boolean {
    const row = this.records
    if (lineOf(record) === '') {
      this.emptyLines.push(row)
      this.leftOut.push(row)
      return false
    }
    // Fine at the end only.
    for (const empty of this.emptyLines.splice(0)) this.fault('broken row', empty, 'the row is empty')
    const problem = quotingProblem(record) ?? this.widthProblem(record.record.length)
    if (problem === undefined) return true
    this.fault('broken row', row, problem)
    this.leftOut.push(row)
    return false
  }

  private widthProblem(width: number): string | undefined {
    const expected = this.header?.length
    if (width === expected) return undefined
    return `the row has ${width} ${width === 1 ? 'value' : 'values'}, the header ${expected ?? 0}`
  }

  private async put(line: Line): Promise<void> {
    this.batch.push(line)
    this.batchCharacters += line.text.length
    if (this.batchCharacters >= BATCH_CHARACTERS) await this.flush()
  }

  /** Reports and leaves out what is not UTF-8. */
  private async flush(): Promise<void> {
    const batch = this.batch
    this.batch = []
    this.batchCharacters = 0
    const whole = bytesOf(batch)
    const lines = isText(whole) ? batch : batch.filter((line) => this.acceptText(line))
    await this.output.writeFile(lines === batch ? whole : bytesOf(lines))
    this.rowCount += lines.length
  }

  private acceptText({ row, text }: Line): boolean {
    const bytes = Buffer.from(text, BYTES)
    if (isText(bytes)) return true
    // Later rows may be noted already.
    this.leftOut.push(row)
    this.leftOut.sort((a, b) => a - b)
    this.faultOfText(row, cellsOf(text), bytes)
    return false
  }

  private faultOfText(row: number, cells: readonly string[], bytes: Buffer): void {
    const index = cells.findIndex((cell) => !isText(Buffer.from(cell, BYTES)))
    this.faults.add('not UTF-8', {
      file: this.file.name,
      row,
      column: this.header?.[index] ?? null,
      value: this.showsValues ? (cells[index] ?? null) : null,
      expected: bytes.includes(0)
        ? 'text, without NUL characters'
        : 'text in UTF-8. This looks like Windows-1252 (Latin 1): save the file as "CSV UTF-8"',
    })
  }

  private readHeader(record: CsvRecord): string[] {
    const text = lineOf(record)
    const bytes = Buffer.from(text, BYTES)
    if (!isText(bytes)) {
      this.faultOfText(1, record.record, bytes)
      throw new Unreadable()
    }
    const separator = [';', '\t', '|'].find((each) => text.includes(each))
    if (record.record.length === 1 && separator) {
      const word = { ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }[separator]
      this.fault('unreadable file', 1, `The values are separated by ${word}. Save the file with commas.`)
      throw new Unreadable()
    }
    const problem = quotingProblem(record)
    if (problem !== undefined) {
      this.fault('broken row', 1, problem)
      throw new Unreadable()
    }
    return record.record.map((name) => Buffer.from(name, BYTES).toString('utf8').trim())
  }

  private fault(kind: Parameters<FaultList['add']>[0], row: number | null, expected: string): void {
    this.faults.add(kind, { file: this.file.name, row, column: null, value: null, expected })
  }
}

const isText = (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0)

const bytesOf = (lines: readonly Line[]) => Buffer.from(lines.map(({ text }) => `${text}\n`).join(''), BYTES)

function lineOf({ raw }: CsvRecord): string {
  let end = raw.length
  while (end > 0 && (raw[end - 1] === '\n' || raw[end - 1] === '\r')) end -= 1
  return raw.slice(0, end)
}

const cellsOf = (line: string): readonly string[] => {
  // The synchronous parser's types leave records open.
  const [record] = parseNow(line, { relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }) as [string[]?]
  return record ?? []
}

/** The few records with quotation marks are parsed again, strictly. */
function quotingProblem(record: CsvRecord): string | undefined {
  if (!record.record.some((value) => value.includes('"'))) return undefined
  try {
    parseNow(lineOf(record), { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })
    return undefined
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_INVALID_CLOSING_QUOTE'
      ? 'there is text after the closing quotation mark of a value'
      : 'there is a quotation mark inside a value that is not in quotation marks'
  }
}
