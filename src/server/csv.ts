import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * A cell of a CSV file (RFC 4180) that a spreadsheet shows and does not run.
 *
 * Policy: text that a spreadsheet would take for a formula — it begins with =, +, -, @ or their full-width
 * forms, with a tab or a line break, also after spaces — gets an apostrophe before it. A plain number and a
 * phone number (`-12.50`, `+44 7700 900123`) are neither changed: a spreadsheet has nothing in them to run.
 */
export function csvCell(text: string): string {
  const inert = RUNS_AS_FORMULA.test(text) && !NUMBER.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

const RUNS_AS_FORMULA = /^ *[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NUMBER = /^-?\d+(\.\d+)?$/
/** No hyphens: between digits a spreadsheet subtracts. */
const PHONE_NUMBER = /^\+\d[\d ]*$/
const NEEDS_QUOTES = /[",\r\n\t]|^ | $/

/** A line of a CSV file, with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`

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
