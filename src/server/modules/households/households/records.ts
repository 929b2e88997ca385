import { text } from 'node:stream/consumers'
import type { Predicate } from '../snapshots/predicate'
import type { LoadedSnapshot, RowColumn, RowFormat } from '../snapshots/service'
import { cardRowSchema } from './card'

/** Matching households must be few. */
export async function readRecords(snapshot: LoadedSnapshot, predicate: Predicate, columns: readonly RowColumn[]) {
  const rows = await snapshot.rows(predicate, { select: [{ json: columns }], encode: encodeLines })
  const lines = (await text(rows)).split('\n').filter((line) => line !== '')
  return lines.map((line) => cardRowSchema.parse(JSON.parse(line)))
}

/** One record a line. */
export const encodeLines: RowFormat['encode'] = ([records = []]) =>
  records.map((record) => `${String(record)}\n`).join('')
