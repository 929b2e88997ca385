/**
 * Where the records of a CSV file begin and end. Policy: RFC 4180, with \n or \r taken as line ends too; what is
 * not RFC 4180 is a problem of its record, and is said rather than guessed at.
 */

const QUOTE = 0x22
const COMMA = 0x2c
const LF = 0x0a
const CR = 0x0d

export interface CsvRecord {
  /** Offsets in the block; `end` is before the line end. */
  readonly start: number
  readonly end: number
  readonly fields: number
  /** What is wrong with its quoting, if anything. */
  readonly problem: string | undefined
}

/**
 * Visits the whole records of a block.
 * @param isLast Whether the file ends with this block: its last record then needs no line end.
 * @returns The offset up to which records were visited: what follows belongs in front of the next block.
 */
export function scanRecords(block: Buffer, isLast: boolean, visit: (record: CsvRecord) => void): number {
  const length = block.length
  let start = 0
  let fields = 1
  let problem: string | undefined
  let atFieldStart = true
  let at = 0
  while (at < length) {
    const byte = block[at] ?? 0
    // Letters, digits, full stop and hyphen are all above the comma: the shortest way for nearly every byte.
    if (byte > COMMA) {
      atFieldStart = false
      at += 1
    } else if (byte === COMMA) {
      fields += 1
      atFieldStart = true
      at += 1
    } else if (byte === LF || byte === CR) {
      if (byte === CR && at + 1 === length && !isLast) return start
      visit({ start, end: at, fields, problem })
      at += byte === CR && block[at + 1] === LF ? 2 : 1
      start = at
      fields = 1
      problem = undefined
      atFieldStart = true
    } else if (byte === QUOTE && atFieldStart) {
      const close = closingQuote(block, at + 1)
      if (close === undefined || (close + 1 === length && !isLast)) {
        if (!isLast) return start
        problem ??= 'a quotation mark is opened and never closed'
        at = length
      } else {
        at = close + 1
        const next = block[at]
        if (next !== undefined && next !== COMMA && next !== LF && next !== CR) {
          problem ??= 'there is text after the closing quotation mark of a value'
        }
      }
      atFieldStart = false
    } else {
      if (byte === QUOTE) problem ??= 'there is a quotation mark inside a value that is not in quotation marks'
      atFieldStart = false
      at += 1
    }
  }
  if (!isLast) return start
  if (start < length) visit({ start, end: length, fields, problem })
  return length
}

/** The quotation mark that closes a value whose text starts at `from`; doubled ones stand for themselves. */
function closingQuote(block: Buffer, from: number): number | undefined {
  let at = block.indexOf(QUOTE, from)
  while (at !== -1 && block[at + 1] === QUOTE) at = block.indexOf(QUOTE, at + 2)
  return at === -1 ? undefined : at
}

/** The values of one record that {@link scanRecords} found no problem with. */
export function parseRecord(text: string): string[] {
  const values: string[] = []
  const value = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gy
  for (let match = value.exec(text); match; match = value.exec(text)) {
    values.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '') break
  }
  return values
}
