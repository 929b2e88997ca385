import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * RFC 4180, without formula injection: text that a spreadsheet might run gets an apostrophe; numbers and phone numbers
 * do not.
 */
export function csvCell(text: string): string {
  const inert = RUNS_AS_FORMULA.test(text) && !NUMBER.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Also after characters that some programs strip. */
const RUNS_AS_FORMULA =
  /^(?:[\s\p{Cc}\p{Cf}"\u201C\u201D]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]|[\t\r\n])/u
const NUMBER = /^-?\d+(\.\d+)?$/
/** No hyphens: a spreadsheet subtracts. */
const PHONE_NUMBER = /^\+\d[\d ]*$/
/** LibreOffice separates at semicolons. */
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/

/** Makes Excel read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A line with its CRLF. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`

export interface CsvFile {
  readonly name: string
  readonly stream: Readable
}

/** No cache keeps it. */
export const sendCsv = (reply: FastifyReply, { name, stream }: CsvFile): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(stream)
