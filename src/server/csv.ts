import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * A cell of a CSV file (RFC 4180) that a spreadsheet shows and does not run.
 *
 * Policy: text that a spreadsheet would take for a formula gets an apostrophe before it: it begins with =, +, -, @ or
 * their full-width or small forms, also after spaces, double quotes and characters that cannot be seen, or it begins
 * with a tab or a line break. A plain number and a phone number (`-12.50`, `+44 7700 900123`) are not changed: a
 * spreadsheet has nothing in them to run.
 */
export function csvCell(text: string): string {
  const inert = RUNS_AS_FORMULA.test(text) && !NUMBER.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Some programs drop what stands in the first class before they look for a sign. */
const RUNS_AS_FORMULA =
  /^(?:[\s\p{Cc}\p{Cf}"\u201C\u201D]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]|[\t\r\n])/u
const NUMBER = /^-?\d+(\.\d+)?$/
/** No hyphens: between digits a spreadsheet subtracts. */
const PHONE_NUMBER = /^\+\d[\d ]*$/
/** Semicolons, because LibreOffice takes them for separators as well unless told otherwise. */
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/

/** A line of a CSV file, with its end. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`

/** A CSV file that is made while it is read. */
export interface CsvFile {
  readonly name: string
  readonly stream: Readable
}

/** Answers with a file to save, which no cache keeps. */
export const sendCsv = (reply: FastifyReply, { name, stream }: CsvFile): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(stream)
