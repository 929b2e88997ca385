import type { DuckDBConnection } from '@duckdb/node-api'
import { ukMobile } from '../contacts/contactRules'
import { isTelephoneNumber, readMobile } from '../contacts/readMobile'
import { LISTED_PER_KIND, type FaultList } from './report'
import type { TabularSource } from './tabularSource'

/** Most numbers: texts go there for certain. */
const USUAL = '[+]?(?:(?:00)?44[ ]?(?:[(]0[)])?|0)?7[1-57-9][0-9]{2}[ ]?[0-9]{3}[ ]?[0-9]{3}'
const ROUNDED = /^\d([.,]\d+)?e\+?\d+$/i

/** Reads numbers that programs and address books changed, and warns of those that texts cannot go to. */
export async function checkMobiles(
  connection: DuckDBConnection,
  source: TabularSource,
  warnings: FaultList,
): Promise<void> {
  const odd = await connection.runAndReadAll(
    'select rowid::integer, mobile from contacts where mobile is not null and household_reference is not null ' +
      `and not regexp_full_match(mobile, '${USUAL}') order by rowid`,
  )
  const numbers = odd.getRows().map(([row, mobile]) => ({ row: Number(row), mobile: String(mobile) }))
  const unknown = numbers.filter(({ mobile }) => ukMobile(mobile) === undefined)
  const read = unknown.flatMap(({ row, mobile }) => {
    const number = readMobile(mobile)
    return number === undefined ? [] : [{ row, number }]
  })
  await writeNumbers(connection, read)
  const isRead = new Set(read.map(({ row }) => row))
  const useless = unknown.filter(({ row }) => !isRead.has(row))
  if (useless.length === 0) return
  const all = await connection.runAndReadAll('select count(mobile)::integer from contacts')
  const listed = useless.slice(0, LISTED_PER_KIND).map(({ row }) => ({
    file: source.fileName,
    row: source.rowNumber(row),
    column: 'mobile',
    value: null,
    expected: 'a mobile number of the United Kingdom; this one is kept, and gets no text',
  }))
  const hint = describe(useless.map(({ mobile }) => mobile), Number(all.value(0, 0))) // prettier-ignore
  warnings.addCounted('number for no text', useless.length, listed, hint)
}

async function writeNumbers(
  connection: DuckDBConnection,
  read: readonly { readonly row: number; readonly number: string }[],
): Promise<void> {
  if (read.length === 0) return
  await connection.run('create temp table read_numbers (place integer, number varchar)')
  const appender = await connection.createAppender('read_numbers', undefined, 'temp')
  for (const { row, number } of read) {
    appender.appendInteger(row)
    appender.appendVarchar(number)
    appender.endRow()
  }
  appender.closeSync()
  await connection.run('update contacts set mobile = number from read_numbers where contacts.rowid = place')
}

function describe(useless: readonly string[], all: number): string {
  const rounded = useless.filter((mobile) => ROUNDED.test(mobile)).length
  const others = useless.filter((mobile) => isTelephoneNumber(mobile)).length
  const number = (count: number, one: string, several: string) =>
    count === 0 ? [] : [`${written(count)} ${count === 1 ? one : several}`]
  const cause = '4.479E+11, which a spreadsheet makes of a number: format the column as text.'
  return [
    `Texts cannot go to ${written(useless.length)} of ${written(all)} numbers.`,
    ...number(rounded, `looks like ${cause}`, `look like ${cause}`),
    ...number(others, 'is a landline or from abroad.', 'are landlines or from abroad.'),
  ].join(' ')
}

const written = (count: number) => count.toLocaleString('en-GB')
