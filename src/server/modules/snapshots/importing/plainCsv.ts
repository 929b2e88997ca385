import { isUtf8 } from 'node:buffer'
import { open, type FileHandle } from 'node:fs/promises'
import type { FaultList } from './faultList'
import { BrokenGzip, readBytes, type InputFile } from './openFile'
import { parseRecord, scanRecords, type CsvRecord } from './records'

/**
 * A CSV file made plain: unpacked, in UTF-8 without a byte order mark, no header, lines ended by \n, and nothing
 * but records that are as wide as the header. What had to be left out was reported as a fault, so that the rest
 * can be checked all the same and the operator is told everything at once.
 */
export interface PlainCsv {
  readonly path: string
  readonly header: readonly string[]
  readonly rowCount: number
  /** The row of the original file, as a spreadsheet counts (the header is row 1), of a record counted from 0. */
  rowNumber(index: number): number
}

/** A record that is longer is not a household: a quotation mark was opened and not closed. */
export const LONGEST_RECORD_BYTES = 1024 * 1024

/** Thrown within this file to stop reading what makes no sense any more; the fault was reported. */
class Unreadable extends Error {}

/**
 * Writes the plain form of a CSV or CSV.gz file to `path`.
 * @param showsValues Whether a fault may repeat what stands in the file: not where it is personal data.
 * @returns undefined when there is nothing to go on with; the faults say why.
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
    await readBytes(file, progress, (chunks) => writer.take(chunks))
  } catch (error) {
    if (error instanceof BrokenGzip) {
      faults.add('truncated gzip', { file: file.name, row: null, column: null, value: null, expected: error.message })
    } else if (!(error instanceof Unreadable)) throw error
    return undefined
  } finally {
    await output.close()
  }
  return writer.result(path)
}

class PlainCsvWriter {
  private header: readonly string[] | undefined
  private rowCount = 0
  private records = 0
  /** Record numbers (from 1, the header's) that are not in the output, ascending. */
  private readonly leftOut: number[] = []
  private readonly emptyLines: number[] = []

  constructor(
    private readonly file: InputFile,
    private readonly output: FileHandle,
    private readonly faults: FaultList,
    private readonly showsValues: boolean,
  ) {}

  async take(chunks: AsyncIterable<Buffer>): Promise<void> {
    let rest: Buffer = Buffer.alloc(0)
    let isFirst = true
    for await (const chunk of chunks) {
      let block = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      if (isFirst) {
        if (block.length < 4) {
          rest = block
          continue
        }
        block = this.withoutByteOrderMark(block)
        isFirst = false
      }
      rest = await this.takeBlock(block, false)
      if (rest.length > LONGEST_RECORD_BYTES) {
        this.fault('broken row', this.records + 1, 'a quotation mark is opened in this row and not closed')
        throw new Unreadable()
      }
    }
    await this.takeBlock(isFirst ? this.withoutByteOrderMark(rest) : rest, true)
    if (!this.header)
      this.fault('no rows', null, 'The file is empty. It needs a header row and a row for each household.')
  }

  result(path: string): PlainCsv | undefined {
    const { header, leftOut, rowCount } = this
    if (!header) return undefined
    return {
      path,
      header,
      rowCount,
      rowNumber(index) {
        // The record after the header is the spreadsheet's row 2; every one left out before moves it on.
        let row = index + 2
        for (const left of leftOut) {
          if (left > row) break
          row += 1
        }
        return row
      },
    }
  }

  private withoutByteOrderMark(block: Buffer): Buffer {
    const [first, second, third] = block
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
    if (isUtf16 || (block.length >= 4 && (first === 0 || second === 0))) {
      this.fault('not UTF-8', null, 'The file is in UTF-16. Save it as "CSV UTF-8".')
      throw new Unreadable()
    }
    return first === 0xef && second === 0xbb && third === 0xbf ? block.subarray(3) : block
  }

  /** Writes the whole records of a block; gives back the part that is not one yet. */
  private async takeBlock(block: Buffer, isLast: boolean): Promise<Buffer> {
    // One byte more than the block: the last record may lack its line end.
    const plain = Buffer.allocUnsafe(block.length + 1)
    let length = 0
    // Nearly always the whole block is text, and no record needs a look of its own. The part of a character
    // that a block may end with makes no difference but time.
    const isText = isUtf8(block) && !block.includes(0)
    const consumed = scanRecords(block, isLast, (record) => {
      if (!this.accept(block, record, isText)) return
      length += block.copy(plain, length, record.start, record.end)
      plain[length] = 0x0a
      length += 1
      this.rowCount += 1
    })
    if (length > 0) await this.output.write(plain, 0, length)
    return block.subarray(consumed)
  }

  /** Whether the record goes into the output. The first record is the header, which does not. */
  private accept(block: Buffer, record: CsvRecord, isText: boolean): boolean {
    this.records += 1
    const row = this.records
    const bytes = () => block.subarray(record.start, record.end)
    if (!isText && !(isUtf8(bytes()) && !bytes().includes(0))) return this.leaveOutUnreadable(row, bytes())
    if (!this.header) {
      this.header = this.readHeader(bytes().toString('utf8'), record)
      return false
    }
    if (record.end === record.start) {
      this.emptyLines.push(row)
      this.leftOut.push(row)
      return false
    }
    // Empty lines at the end of a file are nothing; before a household they say that something went wrong.
    for (const empty of this.emptyLines.splice(0)) this.fault('broken row', empty, 'the row is empty')
    const problem =
      record.problem ??
      (record.fields === this.header.length
        ? undefined
        : `the row has ${record.fields} ${record.fields === 1 ? 'value' : 'values'}, the header ${this.header.length}`)
    if (problem === undefined) return true
    this.fault('broken row', row, problem)
    this.leftOut.push(row)
    return false
  }

  private leaveOutUnreadable(row: number, bytes: Buffer): false {
    const header = this.header
    // Every byte is a character of Latin 1, so the row can be taken apart to find the cells at fault.
    const cells = parseRecord(bytes.toString('latin1'))
    const isFaulty = (cell: string) => cell.includes('\0') || !isUtf8(Buffer.from(cell, 'latin1'))
    const index = cells.findIndex(isFaulty)
    this.faults.add('not UTF-8', {
      file: this.file.name,
      row,
      column: header?.[index] ?? null,
      value: this.showsValues ? (cells[index] ?? null) : null,
      expected: bytes.includes(0)
        ? 'text, without NUL characters'
        : 'text in UTF-8. This looks like Windows-1252 (Latin 1): save the file as "CSV UTF-8"',
    })
    if (!header) throw new Unreadable()
    this.leftOut.push(row)
    return false
  }

  private readHeader(text: string, record: CsvRecord): string[] {
    const separator = [';', '\t', '|'].find((each) => text.includes(each))
    if (record.fields === 1 && separator) {
      const word = { ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }[separator]
      this.fault('unreadable file', 1, `The values are separated by ${word}. Save the file with commas.`)
      throw new Unreadable()
    }
    if (record.problem) {
      this.fault('broken row', 1, record.problem)
      throw new Unreadable()
    }
    return parseRecord(text).map((name) => name.trim())
  }

  private fault(kind: Parameters<FaultList['add']>[0], row: number | null, expected: string): void {
    this.faults.add(kind, { file: this.file.name, row, column: null, value: null, expected })
  }
}
