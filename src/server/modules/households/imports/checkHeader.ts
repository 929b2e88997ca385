import type { DuckDBConnection } from '@duckdb/node-api'
import type { CheckedColumn } from './checkedColumn'
import type { FaultList, FileFault } from './report'
import { writeCellSql, type TabularSource } from './tabularSource'

/** @returns whether it is a header; the faults name missing, unknown and repeated columns */
export function checkHeader(
  fileName: string,
  header: readonly string[],
  columns: readonly CheckedColumn[],
  isPrivate: boolean,
  faults: FaultList,
): boolean {
  const known = new Set(columns.map((column) => column.name))
  const fault = (column: string, expected: string): FileFault => ({
    file: fileName,
    row: null,
    column,
    value: null,
    expected,
  })
  // A data row may contain a column name or two ("carer").
  if (header.filter((name) => known.has(name)).length < known.size / 4) {
    const expected = `The first row does not name the expected columns. It should be a header: ${[...known].join(', ')}.`
    faults.add('missing column', { ...fault('', expected), column: null, row: 1 })
    return false
  }
  for (const { name, isOptional } of columns) {
    if (!isOptional && !header.includes(name)) faults.add('missing column', fault(name, 'the column is missing'))
  }
  header.forEach((name, index) => {
    if (name === '' || ROW_NAMES.test(name)) return
    // Where line breaks were lost, the header holds names and numbers.
    const shown = isPrivate ? `column ${index + 1}` : name
    if (!known.has(name)) faults.add('unknown column', fault(shown, 'there is no such column in the format'))
    else if (header.indexOf(name) < index) faults.add('unknown column', fault(name, 'the column is there twice'))
  })
  return true
}

/** What Arrow and R call the numbers of rows that they write beside the data. */
const ROW_NAMES = /^(__index_level_\d+__|rownames|row\.names|index)$/i
/** What pandas and readr call a column that has no name in the file that they read. */
const NO_NAME = /^(unnamed: \d+(\.\d+)?|\.\.\.\d+)$/i

/** Whole numbers that are all different: R and pandas write those into first columns without a name. */
async function holdsRowNumbers(connection: DuckDBConnection, relation: string, index: number): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `select count(*) = count(distinct try_cast(${writeCellSql(index)} as bigint)) from ${relation}`,
  )
  return found.value(0, 0) === true
}

/** Columns without a name may hold nothing but numbers of rows, and these come first. */
export async function checkUnnamedColumns(
  connection: DuckDBConnection,
  { fileName, header, relation }: TabularSource,
  faults: FaultList,
): Promise<void> {
  const unnamed = [...header.keys()].filter((index) => header[index] === '')
  if (unnamed.length === 0) return
  const counts = await connection.runAndReadAll(
    `select ${unnamed.map((index) => `count(${writeCellSql(index)})::integer`).join(', ')} from ${relation}`,
  )
  const held = unnamed.filter((_, position) => Number(counts.value(position, 0)) > 0)
  const filled: string[] = []
  for (const [position, index] of held.entries()) {
    const isFirst = index === position
    if (!isFirst || !(await holdsRowNumbers(connection, relation, index))) filled.push(`${index + 1}`)
  }
  if (filled.length === 0) return
  const places = filled.length === 1 ? `column ${filled[0]} holds` : `columns ${LIST.format(filled)} hold`
  const expected = `${places} values and ${filled.length === 1 ? 'has' : 'have'} no name in the header`
  faults.add('unknown column', { file: fileName, row: null, column: null, value: null, expected })
}

const LIST = new Intl.ListFormat('en-GB')

/** The header with the names of the format: case, spaces and signs do not matter. */
export function matchHeader(header: readonly string[], columns: readonly CheckedColumn[]): readonly string[] {
  const known = new Map(columns.map(({ name }) => [readLetters(name), name]))
  return header.map((name) => known.get(readLetters(name)) ?? (NO_NAME.test(name.trim()) ? '' : name.trim()))
}

const readLetters = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
